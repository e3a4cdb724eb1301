// The page's own words in five languages; what the bot says comes in the bot's words.

const WORDS = {
  en: {
    title: "Playground", people: "People", addPerson: "Add a person", name: "Name", language: "Language", add: "Add",
    cancel: "Cancel", close: "Close", ok: "OK", create: "Create", save: "Save", connecting: "Connecting…",
    welcome: "Telegram without a token", welcomeText: "Add yourself and a friend: each gets a phone on this page.",
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
    block: "Block the bot", unblock: "Unblock the bot", blocked: "You have blocked the bot.",
    away: "The server does not answer.", earlier: "Earlier messages", newest: "To the newest message", chooseChat: "Choose a chat.",
    results: "Results", unread: "{0} unread", newMessage: "{0}: {1}",
    s_created: "{0} made the group “{1}”", s_joined: "{0} joined the group", s_added: "{0} added {1}", s_left: "{0} left the group",
    s_removed: "{0} removed {1}", s_renamed: "The group is now called “{0}”", s_upgraded: "The group is now a supergroup",
    s_topic: "Topic “{0}” was opened", s_topicClosed: "The topic was closed", s_topicOpened: "The topic was opened again",
    s_pinned: "{0} pinned a message", s_other: "Something changed in this chat",
  },
  de: {
    title: "Spielwiese", people: "Personen", addPerson: "Person hinzufügen", name: "Name", language: "Sprache", add: "Hinzufügen",
    cancel: "Abbrechen", close: "Schließen", ok: "OK", create: "Anlegen", save: "Speichern", connecting: "Verbinden …",
    welcome: "Telegram ohne Token", welcomeText: "Füge dich und jemanden hinzu: Jede Person bekommt ein Telefon auf dieser Seite.",
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
    block: "Bot blockieren", unblock: "Bot freigeben", blocked: "Du hast den Bot blockiert.",
    away: "Der Server antwortet nicht.", earlier: "Frühere Nachrichten", newest: "Zur neuesten Nachricht", chooseChat: "Wähle einen Chat.",
    results: "Ergebnisse", unread: "{0} ungelesen", newMessage: "{0}: {1}",
    s_created: "{0} hat die Gruppe „{1}“ angelegt", s_joined: "{0} ist beigetreten", s_added: "{0} hat {1} hinzugefügt", s_left: "{0} hat die Gruppe verlassen",
    s_removed: "{0} hat {1} entfernt", s_renamed: "Die Gruppe heißt jetzt „{0}“", s_upgraded: "Die Gruppe ist jetzt eine Supergruppe",
    s_topic: "Thema „{0}“ wurde eröffnet", s_topicClosed: "Das Thema wurde geschlossen", s_topicOpened: "Das Thema wurde wieder geöffnet",
    s_pinned: "{0} hat eine Nachricht angeheftet", s_other: "In diesem Chat hat sich etwas geändert",
  },
  nb: {
    title: "Lekeplass", people: "Personer", addPerson: "Legg til en person", name: "Navn", language: "Språk", add: "Legg til",
    cancel: "Avbryt", close: "Lukk", ok: "OK", create: "Opprett", save: "Lagre", connecting: "Kobler til …",
    welcome: "Telegram uten token", welcomeText: "Legg til deg selv og en venn: hver får en telefon på denne siden.",
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
    block: "Blokker boten", unblock: "Opphev blokkeringen", blocked: "Du har blokkert boten.",
    away: "Serveren svarer ikke.", earlier: "Tidligere meldinger", newest: "Til nyeste melding", chooseChat: "Velg en samtale.",
    results: "Resultater", unread: "{0} uleste", newMessage: "{0}: {1}",
    s_created: "{0} opprettet gruppen «{1}»", s_joined: "{0} ble med i gruppen", s_added: "{0} la til {1}", s_left: "{0} forlot gruppen",
    s_removed: "{0} fjernet {1}", s_renamed: "Gruppen heter nå «{0}»", s_upgraded: "Gruppen er nå en supergruppe",
    s_topic: "Emnet «{0}» ble opprettet", s_topicClosed: "Emnet ble lukket", s_topicOpened: "Emnet ble åpnet igjen",
    s_pinned: "{0} festet en melding", s_other: "Noe ble endret i samtalen",
  },
  "zh-Hans": {
    title: "游乐场", people: "人员", addPerson: "添加人员", name: "名字", language: "语言", add: "添加",
    cancel: "取消", close: "关闭", ok: "好", create: "创建", save: "保存", connecting: "连接中…",
    welcome: "无需令牌的 Telegram", welcomeText: "添加你自己和一位朋友：每人在本页有一部手机。",
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
    block: "屏蔽机器人", unblock: "解除屏蔽", blocked: "你已屏蔽机器人。",
    away: "服务器没有回应。", earlier: "更早的消息", newest: "到最新消息", chooseChat: "请选择聊天。",
    results: "结果", unread: "{0} 条未读", newMessage: "{0}：{1}",
    s_created: "{0}创建了群组“{1}”", s_joined: "{0}加入了群组", s_added: "{0}添加了{1}", s_left: "{0}退出了群组",
    s_removed: "{0}移除了{1}", s_renamed: "群组现名为“{0}”", s_upgraded: "群组已成为超级群组",
    s_topic: "话题“{0}”已创建", s_topicClosed: "话题已关闭", s_topicOpened: "话题已重新开放",
    s_pinned: "{0}置顶了一条消息", s_other: "聊天有变动",
  },
  "zh-Hant": {
    title: "遊樂場", people: "人員", addPerson: "新增人員", name: "名字", language: "語言", add: "新增",
    cancel: "取消", close: "關閉", ok: "好", create: "建立", save: "儲存", connecting: "連線中…",
    welcome: "不需權杖的 Telegram", welcomeText: "新增你自己和一位朋友：每人在本頁有一部手機。",
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
    block: "封鎖機器人", unblock: "解除封鎖", blocked: "你已封鎖機器人。",
    away: "伺服器沒有回應。", earlier: "更早的訊息", newest: "到最新訊息", chooseChat: "請選擇聊天。",
    results: "結果", unread: "{0} 則未讀", newMessage: "{0}：{1}",
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
  return (key, ...filled) => words[key].replace(/\{(\d)\}/g, (place, at) => filled[Number(at)] ?? "");
}

/** Every table of words, for the test that asks whether each is complete. */
export const TABLES = WORDS;
