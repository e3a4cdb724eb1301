// What one person sees, folded from the feed: a pure account of chats and messages, without a node of the page.

/** Messages a person may see in one chat, and what is unread of them. */
class Chat {
  constructor(head) {
    this.head = head;
    this.messages = new Map();
    this.commands = [];
    this.pinned = null;
    this.unread = new Map();
    this.typingUntil = 0;
  }

  get id() {
    return this.head.id;
  }

  get last() {
    return [...this.messages.values()].at(-1) ?? null;
  }

  get isPrivate() {
    return this.head.kind === "private";
  }

  unreadIn(thread) {
    return this.unread.get(thread ?? null) ?? 0;
  }

  get unreadInAll() {
    return [...this.unread.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The topic a message stands in: null is General, also for a message that names no topic we know. */
  topicOf(message) {
    if (!this.head.forum) return null;
    return this.head.topics?.some((topic) => topic.id === message.thread) ? message.thread : null;
  }

  /** The messages of a topic as they are to be seen: a private one may stand in place of the one it answers. */
  inTopic(thread) {
    const here = [...this.messages.values()].filter((message) => this.topicOf(message) === thread);
    const instead = new Map(here.filter((one) => one.in_place_of).map((one) => [`m${one.in_place_of}`, one]));
    const away = new Set([...instead].filter(([key]) => this.messages.has(key)).map(([, one]) => one));
    return here.filter((message) => !away.has(message)).map((message) => instead.get(keyOf(message)) ?? message);
  }
}

/** A message's own key: private messages of a group are counted apart from the others. */
export function keyOf(message) {
  return message.ephemeral === null || message.ephemeral === undefined ? `m${message.id}` : `e${message.ephemeral}`;
}

/** The world of one person. Listeners are told (kind, change) after each step. */
export class World {
  constructor(me) {
    this.me = me;
    this.chats = new Map();
    this.since = null;
    this.listeners = [];
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  tell(kind, change) {
    for (const listener of this.listeners) listener(kind, change);
  }

  /** The newest chat first. */
  get list() {
    return [...this.chats.values()].sort((one, other) => (other.last?.date ?? 0) - (one.last?.date ?? 0));
  }

  get unread() {
    return [...this.chats.values()].reduce((sum, chat) => sum + chat.unreadInAll, 0);
  }

  /** Everything anew: after the first connection, and whenever the server cannot tell what was missed. */
  takeState(state) {
    const before = this.chats;
    this.chats = new Map();
    if (state.person) this.me = { ...this.me, ...state.person };
    for (const given of state.chats ?? []) this.takeWhole(given, before.get((given.head ?? given).id));
    this.tell("state", state);
  }

  takeWhole(given, before) {
    const chat = new Chat(given.head ?? given);
    this.chats.set(chat.id, chat);
    if (before) chat.unread = new Map(before.unread);
    for (const message of given.messages ?? []) {
      chat.messages.set(keyOf(message), message);
      if (before && !before.messages.has(keyOf(message))) this.count(chat, message);
    }
    chat.commands = given.commands ?? [];
    chat.pinned = given.pinned ?? null;
  }

  /** One step of the feed; a kind that this page does not know changes nothing. */
  take(change) {
    TAKE[change.kind]?.(this, change);
    this.tell(change.kind, change);
  }

  count(chat, message) {
    if (message.from?.id === this.me.id || message.service) return;
    const thread = chat.topicOf(message);
    chat.unread.set(thread, chat.unreadIn(thread) + 1);
  }

  read(chat, thread) {
    if (!chat.unread.delete(thread ?? null)) return;
    this.tell("read", { chat: chat.id });
  }
}

const TAKE = {
  chat(world, { chat: head }) {
    const known = world.chats.get(head.id);
    if (known) known.head = head;
    else world.chats.set(head.id, new Chat(head));
  },
  gone(world, { chat }) {
    world.chats.delete(chat);
  },
  message(world, { message }) {
    const chat = world.chats.get(message.chat);
    if (!chat) return;
    chat.typingUntil = 0;
    if (!chat.messages.has(keyOf(message))) world.count(chat, message);
    chat.messages.set(keyOf(message), message);
  },
  edited(world, { message }) {
    const known = world.chats.get(message.chat);
    if (known?.messages.has(keyOf(message))) known.messages.set(keyOf(message), message);
  },
  deleted(world, change) {
    for (const key of deletedKeys(change)) world.chats.get(change.chat)?.messages.delete(key);
  },
  typing(world, { chat, seconds = 5 }) {
    const known = world.chats.get(chat);
    if (known) known.typingUntil = performance.now() + 1000 * seconds;
  },
  commands(world, { chat, commands }) {
    const known = world.chats.get(chat);
    if (known) known.commands = commands;
  },
  reaction(world, { chat, message, emoji }) {
    const messages = world.chats.get(chat)?.messages;
    const known = messages?.get(`m${message}`);
    if (known) messages.set(`m${message}`, { ...known, reaction: emoji });
  },
  pinned(world, { chat, message }) {
    const known = world.chats.get(chat);
    if (known) known.pinned = message;
  },
};

/** The keys of what was deleted: `ids` of the chat's messages, or of the private ones among them. */
export function deletedKeys({ ids = [], ephemeral = false }) {
  if (Array.isArray(ephemeral)) return [...ids.map((id) => `m${id}`), ...ephemeral.map((id) => `e${id}`)];
  return ids.map((id) => (ephemeral ? `e${id}` : `m${id}`));
}
