// A small bot with grammY: counts taps, shows hands to one person, offers texts. node small_bot.mjs ADDRESS TOKEN
import { Bot, InlineKeyboard, InputFile } from "grammy";

const [address, token, picture] = process.argv.slice(2);
const bot = new Bot(token, { client: { apiRoot: address } });
const keyboard = (taps) => new InlineKeyboard().text(`Tapped ${taps}`, "tap").text("Hand", "hand");
let taps = 0;

bot.command("start", async (context) => {
  await context.reply("<b>Hello</b>", { parse_mode: "HTML", reply_markup: keyboard(0) });
  await context.replyWithPhoto(new InputFile(Buffer.from(picture, "base64"), "p.png"), { caption: "a picture" });
});

bot.callbackQuery("tap", async (context) => {
  taps += 1;
  await context.editMessageReplyMarkup({ reply_markup: keyboard(taps) });
  const again = await context.editMessageReplyMarkup({ reply_markup: keyboard(taps) }).catch((error) => error);
  await context.answerCallbackQuery({ text: `${taps} taps: ${again.error_code}`, show_alert: true });
});

bot.callbackQuery("hand", async (context) => {
  const to = { receiver_user_id: context.from.id, callback_query_id: context.callbackQuery.id };
  await context.reply("your hand", { ephemeral_message_parameters: to });
  await context.answerCallbackQuery();
});

bot.on("inline_query", async (context) => {
  const content = { message_text: `about ${context.inlineQuery.query}` };
  const article = { type: "article", id: "1", title: "One", input_message_content: content };
  await context.answerInlineQuery([article], { cache_time: 0 });
});

bot.on("my_chat_member", async (context) => {
  if (context.chat.type !== "private") await context.reply("Thanks", { reply_markup: keyboard(0) });
});

process.once("SIGTERM", () => bot.stop());
await bot.start();
