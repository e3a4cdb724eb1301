// The page's own words in five languages; what the bot says comes in the bot's words.

const WORDS = {
  en: {
    title: "Playground", people: "People", addPerson: "Add a person", name: "Name", language: "Language", add: "Add",
    cancel: "Cancel", close: "Close", ok: "OK", create: "Create", save: "Save", connecting: "Connecting…",
    welcome: "Telegram without a token", welcomeText: "Add yourself and a friend: each gets a phone on this page. Then write to the bot, or make a group with it.",
    privacy: "Group privacy", privacyHint: "On: in groups the bot sees only commands, replies and taps.",
    phoneOf: "Phone of {0}", chats: "Chats", newGroup: "New group", noMessages: "No messages yet", back: "Back to the chats",
    bot: "bot", members: "Members: {0}", typing: "{0} is typing…", message: "Message", send: "Send", commands: "Commands",
    reply: "Reply", replyTo: "Reply to {0}", edited: "edited", onlyYou: "Only you see this", pinned: "Pinned message",
    photo: "Photo", file: "File", copied: "Copied", you: "You", start: "Start", info: "About this chat", messages: "Messages",
    title_: "Title", topics: "Topics", forum: "With topics", withBot: "With the bot", supergroup: "Supergroup",
    addMember: "Add {0}", remove: "Remove", addBot: "Add the bot", admin: "admin",
    makeAdmin: "Make admin", makeMember: "Make member", leave: "Leave the group", rename: "Rename",
    upgrade: "Make it a supergroup", newTopic: "New topic", closeTopic: "Close the topic", openTopic: "Open the topic",
    topicClosed: "This topic is closed.", general: "General", anonymous: "I write anonymously as admin",
    rightText: "The bot may write", rightPhoto: "The bot may send pictures", showsPrivate: "This phone shows private messages in groups",
    block: "Block the bot", unblock: "Unblock the bot",
    away: "The server does not answer.", earlier: "Earlier messages", newest: "To the newest message", chooseChat: "Choose a chat.",
    results: "Results", unread: "{0} unread", newMessage: "{0}: {1}",
    server: "Server", faults: "Faults", nothingPlanned: "Nothing is planned to go wrong.", plan: "Plan", clear: "Clear all",
    faultKind: "What goes wrong", count: "How many times", seconds: "Seconds", share: "Chance in percent", seed: "Seed, to have it again",
    f_lose: "Updates are lost", f_delay: "Updates come late", f_duplicate: "Updates come twice", f_reorder: "Updates change places",
    f_timeout: "Sends get no answer", f_refuse: "Sends fail", restart: "Restart", restartKeeps: "Restart with its memory",
    restartForgets: "Restart without its memory", restarted: "The server has restarted.", clock: "Clock", clockBy: "By how many seconds (− is back)",
    clockMove: "Move the clock", clockAhead: "The clock is {0} seconds ahead.", clockBehind: "The clock is {0} seconds behind.", clockRight: "The clock is right.",
    person: "Name and language", whichChat: "Which chat?", via: "via {0}", spoiler: "Hidden text",
    noResults: "No results", noAnswer: "The bot has not answered.", moreResults: "More results",
    r_NOT_AN_ADMIN: "Only an admin may do that.", r_NO_RIGHT: "Only admins may write here.", r_TOPIC_CLOSED: "This topic is closed.",
    r_BOT_BLOCKED: "You have blocked the bot.", r_NO_SUCH_PERSON: "That cannot be done to this person.", r_NO_SUCH_MESSAGE: "This message is gone.",
    r_NO_SUCH_CHAT: "You are not in this chat.", r_NO_SUCH_RESULT: "The bot offers that no longer.", r_ALREADY_THERE: "Already in this group.",
    r_BAD_NAME: "A name has 1 to 64 characters.", r_BAD_TITLE: "A title has 1 to 128 characters.", r_BAD_TEXT: "A message has 1 to 4096 characters.",
    r_BAD_QUERY: "A question has at most 256 characters.", r_BAD_FAULT: "At least once, 0 to 3600 seconds, more than 0 percent.",
    s_created: "{0} made the group “{1}”", s_joined: "{0} joined the group", s_added: "{0} added {1}", s_left: "{0} left the group",
    s_removed: "{0} removed {1}", s_renamed: "The group is now called “{0}”", s_upgraded: "The group is now a supergroup",
    s_topic: "Topic “{0}” was opened", s_topicClosed: "The topic was closed", s_topicOpened: "The topic was opened again",
    s_pinned: "{0} pinned a message", s_other: "Something changed in this chat",
  },
  de: {
    title: "Spielwiese", people: "Personen", addPerson: "Person hinzufügen", name: "Name", language: "Sprache", add: "Hinzufügen",
    cancel: "Abbrechen", close: "Schließen", ok: "OK", create: "Anlegen", save: "Speichern", connecting: "Verbinden …",
    welcome: "Telegram ohne Token", welcomeText: "Füge dich und noch jemanden hinzu: Jede Person bekommt ein Telefon auf dieser Seite. Schreib dann dem Bot, oder leg eine Gruppe mit ihm an.",
    privacy: "Gruppen-Privatsphäre", privacyHint: "An: In Gruppen sieht der Bot nur Befehle, Antworten und Tastendrücke.",
    phoneOf: "Telefon von {0}", chats: "Chats", newGroup: "Neue Gruppe", noMessages: "Noch keine Nachrichten", back: "Zurück zu den Chats",
    bot: "Bot", members: "Mitglieder: {0}", typing: "{0} schreibt …", message: "Nachricht", send: "Senden", commands: "Befehle",
    reply: "Antworten", replyTo: "Antwort an {0}", edited: "bearbeitet", onlyYou: "Nur du siehst das", pinned: "Angeheftete Nachricht",
    photo: "Foto", file: "Datei", copied: "Kopiert", you: "Du", start: "Starten", info: "Über diesen Chat", messages: "Nachrichten",
    title_: "Titel", topics: "Themen", forum: "Mit Themen", withBot: "Mit dem Bot", supergroup: "Supergruppe",
    addMember: "{0} hinzufügen", remove: "Entfernen", addBot: "Bot hinzufügen", admin: "Admin",
    makeAdmin: "Zum Admin machen", makeMember: "Zum Mitglied machen", leave: "Gruppe verlassen", rename: "Umbenennen",
    upgrade: "Zur Supergruppe machen", newTopic: "Neues Thema", closeTopic: "Thema schließen", openTopic: "Thema öffnen",
    topicClosed: "Dieses Thema ist geschlossen.", general: "Allgemein", anonymous: "Ich schreibe anonym als Admin",
    rightText: "Der Bot darf schreiben", rightPhoto: "Der Bot darf Bilder senden", showsPrivate: "Dieses Telefon zeigt private Nachrichten in Gruppen",
    block: "Bot blockieren", unblock: "Bot freigeben",
    away: "Der Server antwortet nicht.", earlier: "Frühere Nachrichten", newest: "Zur neuesten Nachricht", chooseChat: "Wähle einen Chat.",
    results: "Ergebnisse", unread: "{0} ungelesen", newMessage: "{0}: {1}",
    server: "Server", faults: "Störungen", nothingPlanned: "Es ist keine Störung vorgemerkt.", plan: "Vormerken", clear: "Alle aufheben",
    faultKind: "Was schiefgeht", count: "Wie oft", seconds: "Sekunden", share: "Chance in Prozent", seed: "Startzahl, zum Wiederholen",
    f_lose: "Updates gehen verloren", f_delay: "Updates kommen zu spät", f_duplicate: "Updates kommen doppelt", f_reorder: "Updates kommen durcheinander",
    f_timeout: "Sendungen bleiben ohne Antwort", f_refuse: "Sendungen schlagen fehl", restart: "Neustart", restartKeeps: "Neustart mit Gedächtnis",
    restartForgets: "Neustart ohne Gedächtnis", restarted: "Der Server ist neu gestartet.", clock: "Uhr", clockBy: "Um wie viele Sekunden (− ist zurück)",
    clockMove: "Uhr verstellen", clockAhead: "Die Uhr geht {0} Sekunden vor.", clockBehind: "Die Uhr geht {0} Sekunden nach.", clockRight: "Die Uhr geht richtig.",
    person: "Name und Sprache", whichChat: "In welchen Chat?", via: "über {0}", spoiler: "Verdeckter Text",
    noResults: "Keine Ergebnisse", noAnswer: "Der Bot hat nicht geantwortet.", moreResults: "Weitere Ergebnisse",
    r_NOT_AN_ADMIN: "Das darf nur ein Admin.", r_NO_RIGHT: "Hier dürfen nur Admins schreiben.", r_TOPIC_CLOSED: "Dieses Thema ist geschlossen.",
    r_BOT_BLOCKED: "Du hast den Bot blockiert.", r_NO_SUCH_PERSON: "Das geht mit dieser Person nicht.", r_NO_SUCH_MESSAGE: "Diese Nachricht ist weg.",
    r_NO_SUCH_CHAT: "Du bist nicht in diesem Chat.", r_NO_SUCH_RESULT: "Das bietet der Bot nicht mehr an.", r_ALREADY_THERE: "Schon in dieser Gruppe.",
    r_BAD_NAME: "Ein Name hat 1 bis 64 Zeichen.", r_BAD_TITLE: "Ein Titel hat 1 bis 128 Zeichen.", r_BAD_TEXT: "Eine Nachricht hat 1 bis 4096 Zeichen.",
    r_BAD_QUERY: "Eine Frage hat höchstens 256 Zeichen.", r_BAD_FAULT: "Mindestens einmal, 0 bis 3600 Sekunden, mehr als 0 Prozent.",
    s_created: "{0} hat die Gruppe „{1}“ angelegt", s_joined: "{0} ist beigetreten", s_added: "{0} hat {1} hinzugefügt", s_left: "{0} hat die Gruppe verlassen",
    s_removed: "{0} hat {1} entfernt", s_renamed: "Die Gruppe heißt jetzt „{0}“", s_upgraded: "Die Gruppe ist jetzt eine Supergruppe",
    s_topic: "Thema „{0}“ wurde eröffnet", s_topicClosed: "Das Thema wurde geschlossen", s_topicOpened: "Das Thema wurde wieder geöffnet",
    s_pinned: "{0} hat eine Nachricht angeheftet", s_other: "In diesem Chat hat sich etwas geändert",
  },
  nb: {
    title: "Lekeplass", people: "Personer", addPerson: "Legg til en person", name: "Navn", language: "Språk", add: "Legg til",
    cancel: "Avbryt", close: "Lukk", ok: "OK", create: "Opprett", save: "Lagre", connecting: "Kobler til …",
    welcome: "Telegram uten token", welcomeText: "Legg til deg selv og en venn: hver får en telefon på denne siden. Skriv så til boten, eller lag en gruppe med den.",
    privacy: "Gruppepersonvern", privacyHint: "På: i grupper ser boten bare kommandoer, svar og trykk.",
    phoneOf: "Telefonen til {0}", chats: "Samtaler", newGroup: "Ny gruppe", noMessages: "Ingen meldinger ennå", back: "Tilbake til samtalene",
    bot: "bot", members: "Medlemmer: {0}", typing: "{0} skriver …", message: "Melding", send: "Send", commands: "Kommandoer",
    reply: "Svar", replyTo: "Svar til {0}", edited: "redigert", onlyYou: "Bare du ser dette", pinned: "Festet melding",
    photo: "Bilde", file: "Fil", copied: "Kopiert", you: "Du", start: "Start", info: "Om samtalen", messages: "Meldinger",
    title_: "Tittel", topics: "Emner", forum: "Med emner", withBot: "Med boten", supergroup: "Supergruppe",
    addMember: "Legg til {0}", remove: "Fjern", addBot: "Legg til boten", admin: "admin",
    makeAdmin: "Gjør til admin", makeMember: "Gjør til medlem", leave: "Forlat gruppen", rename: "Gi nytt navn",
    upgrade: "Gjør til supergruppe", newTopic: "Nytt emne", closeTopic: "Lukk emnet", openTopic: "Åpne emnet",
    topicClosed: "Dette emnet er lukket.", general: "Generelt", anonymous: "Jeg skriver anonymt som admin",
    rightText: "Boten kan skrive", rightPhoto: "Boten kan sende bilder", showsPrivate: "Denne telefonen viser private meldinger i grupper",
    block: "Blokker boten", unblock: "Opphev blokkeringen",
    away: "Serveren svarer ikke.", earlier: "Tidligere meldinger", newest: "Til nyeste melding", chooseChat: "Velg en samtale.",
    results: "Resultater", unread: "{0} uleste", newMessage: "{0}: {1}",
    server: "Server", faults: "Feil", nothingPlanned: "Ingen feil er planlagt.", plan: "Planlegg", clear: "Fjern alle",
    faultKind: "Hva som går galt", count: "Hvor mange ganger", seconds: "Sekunder", share: "Sjanse i prosent", seed: "Startverdi, for å gjenta",
    f_lose: "Oppdateringer går tapt", f_delay: "Oppdateringer kommer sent", f_duplicate: "Oppdateringer kommer to ganger", f_reorder: "Oppdateringer bytter plass",
    f_timeout: "Sendinger får ikke svar", f_refuse: "Sendinger mislykkes", restart: "Omstart", restartKeeps: "Omstart med hukommelse",
    restartForgets: "Omstart uten hukommelse", restarted: "Serveren har startet på nytt.", clock: "Klokke", clockBy: "Med hvor mange sekunder (− er tilbake)",
    clockMove: "Still klokken", clockAhead: "Klokken går {0} sekunder foran.", clockBehind: "Klokken går {0} sekunder etter.", clockRight: "Klokken går riktig.",
    person: "Navn og språk", whichChat: "I hvilken samtale?", via: "via {0}", spoiler: "Skjult tekst",
    noResults: "Ingen resultater", noAnswer: "Boten har ikke svart.", moreResults: "Flere resultater",
    r_NOT_AN_ADMIN: "Bare en admin kan gjøre det.", r_NO_RIGHT: "Bare administratorer kan skrive her.", r_TOPIC_CLOSED: "Dette emnet er lukket.",
    r_BOT_BLOCKED: "Du har blokkert boten.", r_NO_SUCH_PERSON: "Det går ikke med denne personen.", r_NO_SUCH_MESSAGE: "Denne meldingen er borte.",
    r_NO_SUCH_CHAT: "Du er ikke i denne samtalen.", r_NO_SUCH_RESULT: "Boten tilbyr ikke dette lenger.", r_ALREADY_THERE: "Allerede i gruppen.",
    r_BAD_NAME: "Et navn har 1 til 64 tegn.", r_BAD_TITLE: "En tittel har 1 til 128 tegn.", r_BAD_TEXT: "En melding har 1 til 4096 tegn.",
    r_BAD_QUERY: "Et spørsmål har høyst 256 tegn.", r_BAD_FAULT: "Minst én gang, 0 til 3600 sekunder, mer enn 0 prosent.",
    s_created: "{0} opprettet gruppen «{1}»", s_joined: "{0} ble med i gruppen", s_added: "{0} la til {1}", s_left: "{0} forlot gruppen",
    s_removed: "{0} fjernet {1}", s_renamed: "Gruppen heter nå «{0}»", s_upgraded: "Gruppen er nå en supergruppe",
    s_topic: "Emnet «{0}» ble opprettet", s_topicClosed: "Emnet ble lukket", s_topicOpened: "Emnet ble åpnet igjen",
    s_pinned: "{0} festet en melding", s_other: "Noe ble endret i samtalen",
  },
  "zh-Hans": {
    title: "游乐场", people: "人员", addPerson: "添加人员", name: "名字", language: "语言", add: "添加",
    cancel: "取消", close: "关闭", ok: "好", create: "创建", save: "保存", connecting: "连接中…",
    welcome: "无需令牌的 Telegram", welcomeText: "添加你自己和一位朋友：每人在本页有一部手机。然后给机器人发消息，或和它建一个群组。",
    privacy: "群组隐私", privacyHint: "开启：机器人在群里只看到命令、回复和按键。",
    phoneOf: "{0}的手机", chats: "聊天", newGroup: "新建群组", noMessages: "还没有消息", back: "返回聊天列表",
    bot: "机器人", members: "成员：{0}", typing: "{0}正在输入…", message: "消息", send: "发送", commands: "命令",
    reply: "回复", replyTo: "回复{0}", edited: "已编辑", onlyYou: "只有你能看到", pinned: "置顶消息",
    photo: "图片", file: "文件", copied: "已复制", you: "你", start: "开始", info: "聊天信息", messages: "消息",
    title_: "名称", topics: "话题", forum: "带话题", withBot: "包含机器人", supergroup: "超级群组",
    addMember: "添加{0}", remove: "移除", addBot: "添加机器人", admin: "管理员",
    makeAdmin: "设为管理员", makeMember: "设为成员", leave: "退出群组", rename: "改名",
    upgrade: "升级为超级群组", newTopic: "新话题", closeTopic: "关闭话题", openTopic: "开放话题",
    topicClosed: "该话题已关闭。", general: "常规", anonymous: "我以管理员身份匿名发言",
    rightText: "机器人可以发言", rightPhoto: "机器人可以发图片", showsPrivate: "这部手机显示群内私密消息",
    block: "屏蔽机器人", unblock: "解除屏蔽",
    away: "服务器没有回应。", earlier: "更早的消息", newest: "到最新消息", chooseChat: "请选择聊天。",
    results: "结果", unread: "{0} 条未读", newMessage: "{0}：{1}",
    server: "服务器", faults: "故障", nothingPlanned: "没有安排任何故障。", plan: "安排", clear: "全部取消",
    faultKind: "出什么故障", count: "次数", seconds: "秒数", share: "概率（%）", seed: "种子（用于重现）",
    f_lose: "更新丢失", f_delay: "更新迟到", f_duplicate: "更新重复", f_reorder: "更新乱序",
    f_timeout: "发送后没有应答", f_refuse: "发送失败", restart: "重启", restartKeeps: "重启并保留记忆",
    restartForgets: "重启并清除记忆", restarted: "服务器已重启。", clock: "时钟", clockBy: "拨快秒数（负数为拨慢）",
    clockMove: "调整时钟", clockAhead: "时钟快了 {0} 秒。", clockBehind: "时钟慢了 {0} 秒。", clockRight: "时钟准确。",
    person: "名字和语言", whichChat: "发到哪个聊天？", via: "通过 {0}", spoiler: "隐藏的文字",
    noResults: "没有结果", noAnswer: "机器人没有回答。", moreResults: "更多结果",
    r_NOT_AN_ADMIN: "只有管理员可以这样做。", r_NO_RIGHT: "这里只有管理员可以发言。", r_TOPIC_CLOSED: "该话题已关闭。",
    r_BOT_BLOCKED: "你已屏蔽机器人。", r_NO_SUCH_PERSON: "无法对此人这样做。", r_NO_SUCH_MESSAGE: "这条消息已不存在。",
    r_NO_SUCH_CHAT: "你不在这个聊天里。", r_NO_SUCH_RESULT: "机器人不再提供这一项。", r_ALREADY_THERE: "已在群组里。",
    r_BAD_NAME: "名字为 1 到 64 个字符。", r_BAD_TITLE: "名称为 1 到 128 个字符。", r_BAD_TEXT: "消息为 1 到 4096 个字符。",
    r_BAD_QUERY: "查询最多 256 个字符。", r_BAD_FAULT: "至少一次，0 到 3600 秒，概率大于 0。",
    s_created: "{0}创建了群组“{1}”", s_joined: "{0}加入了群组", s_added: "{0}添加了{1}", s_left: "{0}退出了群组",
    s_removed: "{0}移除了{1}", s_renamed: "群组现名为“{0}”", s_upgraded: "群组已成为超级群组",
    s_topic: "话题“{0}”已创建", s_topicClosed: "话题已关闭", s_topicOpened: "话题已重新开放",
    s_pinned: "{0}置顶了一条消息", s_other: "聊天有变动",
  },
  "zh-Hant": {
    title: "遊樂場", people: "人員", addPerson: "新增人員", name: "名字", language: "語言", add: "新增",
    cancel: "取消", close: "關閉", ok: "好", create: "建立", save: "儲存", connecting: "連線中…",
    welcome: "不需權杖的 Telegram", welcomeText: "新增你自己和一位朋友：每人在本頁有一部手機。然後傳訊息給機器人，或和它建立一個群組。",
    privacy: "群組隱私", privacyHint: "開啟：機器人在群組裡只看到指令、回覆和按鍵。",
    phoneOf: "{0}的手機", chats: "聊天", newGroup: "新增群組", noMessages: "還沒有訊息", back: "返回聊天列表",
    bot: "機器人", members: "成員：{0}", typing: "{0}正在輸入…", message: "訊息", send: "傳送", commands: "指令",
    reply: "回覆", replyTo: "回覆{0}", edited: "已編輯", onlyYou: "只有你看得到", pinned: "置頂訊息",
    photo: "圖片", file: "檔案", copied: "已複製", you: "你", start: "開始", info: "聊天資訊", messages: "訊息",
    title_: "名稱", topics: "主題", forum: "含主題", withBot: "包含機器人", supergroup: "超級群組",
    addMember: "加入{0}", remove: "移除", addBot: "加入機器人", admin: "管理員",
    makeAdmin: "設為管理員", makeMember: "設為成員", leave: "退出群組", rename: "改名",
    upgrade: "升級為超級群組", newTopic: "新主題", closeTopic: "關閉主題", openTopic: "開放主題",
    topicClosed: "此主題已關閉。", general: "一般", anonymous: "我以管理員身分匿名發言",
    rightText: "機器人可以發言", rightPhoto: "機器人可以傳圖片", showsPrivate: "這部手機顯示群組內的私密訊息",
    block: "封鎖機器人", unblock: "解除封鎖",
    away: "伺服器沒有回應。", earlier: "更早的訊息", newest: "到最新訊息", chooseChat: "請選擇聊天。",
    results: "結果", unread: "{0} 則未讀", newMessage: "{0}：{1}",
    server: "伺服器", faults: "故障", nothingPlanned: "沒有安排任何故障。", plan: "安排", clear: "全部取消",
    faultKind: "出什麼故障", count: "次數", seconds: "秒數", share: "機率（%）", seed: "種子（用於重現）",
    f_lose: "更新遺失", f_delay: "更新遲到", f_duplicate: "更新重複", f_reorder: "更新亂序",
    f_timeout: "傳送後沒有回應", f_refuse: "傳送失敗", restart: "重新啟動", restartKeeps: "重新啟動並保留記憶",
    restartForgets: "重新啟動並清除記憶", restarted: "伺服器已重新啟動。", clock: "時鐘", clockBy: "撥快秒數（負數為撥慢）",
    clockMove: "調整時鐘", clockAhead: "時鐘快了 {0} 秒。", clockBehind: "時鐘慢了 {0} 秒。", clockRight: "時鐘準確。",
    person: "名字和語言", whichChat: "傳到哪個聊天？", via: "透過 {0}", spoiler: "隱藏的文字",
    noResults: "沒有結果", noAnswer: "機器人沒有回答。", moreResults: "更多結果",
    r_NOT_AN_ADMIN: "只有管理員可以這樣做。", r_NO_RIGHT: "這裡只有管理員可以發言。", r_TOPIC_CLOSED: "此主題已關閉。",
    r_BOT_BLOCKED: "你已封鎖機器人。", r_NO_SUCH_PERSON: "無法對此人這樣做。", r_NO_SUCH_MESSAGE: "這則訊息已不存在。",
    r_NO_SUCH_CHAT: "你不在這個聊天裡。", r_NO_SUCH_RESULT: "機器人不再提供這一項。", r_ALREADY_THERE: "已在群組裡。",
    r_BAD_NAME: "名字為 1 到 64 個字元。", r_BAD_TITLE: "名稱為 1 到 128 個字元。", r_BAD_TEXT: "訊息為 1 到 4096 個字元。",
    r_BAD_QUERY: "查詢最多 256 個字元。", r_BAD_FAULT: "至少一次，0 到 3600 秒，機率大於 0。",
    s_created: "{0}建立了群組「{1}」", s_joined: "{0}加入了群組", s_added: "{0}加入了{1}", s_left: "{0}退出了群組",
    s_removed: "{0}移除了{1}", s_renamed: "群組現名為「{0}」", s_upgraded: "群組已成為超級群組",
    s_topic: "主題「{0}」已建立", s_topicClosed: "主題已關閉", s_topicOpened: "主題已重新開放",
    s_pinned: "{0}置頂了一則訊息", s_other: "聊天有變動",
  },
};

/** Languages a person can be given: Telegram's code and the language's own name. */
export const LANGUAGES = [
  ["en", "English"],
  ["de", "Deutsch"],
  ["nb", "Norsk bokmål"],
  ["zh-hans", "简体中文"],
  ["zh-hant", "繁體中文"],
];

const CHINESE = { "zh-hant": "zh-Hant", "zh-tw": "zh-Hant", "zh-hk": "zh-Hant", "zh-mo": "zh-Hant" };

/** The page's language for a code such as `de-AT`, `zh-TW` or nothing. */
export function languageOf(code) {
  const asked = (code ?? "").toLowerCase();
  const stem = asked.split("-")[0];
  if (stem === "zh") return CHINESE[asked] ?? (asked.startsWith("zh-hant") ? "zh-Hant" : "zh-Hans");
  if (["nb", "nn", "no"].includes(stem)) return "nb";
  return stem === "de" ? "de" : "en";
}

/** A function from a word's key and what fills its places to the word in the language of `code`. */
export function wordsOf(code) {
  const words = WORDS[languageOf(code)];
  return (key, ...filled) => words[key].replace(/\{(\d)\}/g, (place, at) => apart(String(filled[Number(at)] ?? "")));
}

/** Why something was refused: in the page's words where it has some for the code, else as the server says it. */
export function refusalOf(words, code, says) {
  return `r_${code}` in WORDS.en ? words(`r_${code}`) : says;
}

// Letters written from right to left, and signs that turn the direction: they must not move the words around them.
const TURNING = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/** The text, kept apart from what stands beside it where its direction may be another. */
export function apart(text) {
  return TURNING.test(text) ? `\u2068${text}\u2069` : text;
}

/** Every table of words, for the test that asks whether each is complete. */
export const TABLES = WORDS;
