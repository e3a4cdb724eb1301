// What a person does, sent to the server; what then happens comes back by the feed alone.

/** The server's refusal: its code and its reason. */
export class Refused extends Error {
  constructor(code, says) {
    super(says);
    this.code = code;
  }
}

/** No answer at all: the server is away. */
export class Away extends Error {}

async function ask(method, path, body) {
  const answer = await reach(method, path, body);
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  const { code = `http_${answer.status}`, says = answer.statusText } = said.error ?? {};
  throw new Refused(code, says);
}

async function reach(method, path, body) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  try {
    return await fetch(path, { method, cache: "no-store", ...sent });
  } catch (error) {
    throw new Away(error.message);
  }
}

export const everybody = () => ask("GET", "/people");
export const addPerson = (name, language) => ask("POST", "/people", { name, language });
export const setPrivacy = (on) => ask("POST", "/privacy", { on });
export const plannedFaults = () => ask("GET", "/faults");
export const makeFault = (what) => ask("POST", "/faults", what);
export const clearFaults = () => ask("DELETE", "/faults");

/** Everything one person can do. */
export class Hand {
  constructor(person) {
    this.person = person;
    this.path = `/people/${person}`;
  }

  change(what) {
    return ask("POST", this.path, what);
  }

  say(chat, text, { thread = null, replyTo = null } = {}) {
    return ask("POST", `${this.path}/say`, { chat, text, ...given({ thread, reply_to: replyTo }) });
  }

  tap(message, data) {
    const id = message.ephemeral ?? message.id;
    return ask("POST", `${this.path}/tap`, { chat: message.chat, message: id, ephemeral: message.ephemeral !== null, data });
  }

  /** Ask the bot behind its name; `offset` is where the results that are known end. */
  inline(query, chat, offset = "") {
    return ask("POST", `${this.path}/inline`, { query, chat, offset });
  }

  choose(queryId, result, chat, thread = null) {
    return ask("POST", `${this.path}/inline/choose`, { query_id: queryId, result, chat, ...given({ thread }) });
  }

  newGroup(what) {
    return ask("POST", `${this.path}/groups`, what);
  }

  inChat(chat, act, more = {}) {
    return ask("POST", `${this.path}/chats/${chat}`, { do: act, ...more });
  }

  addMember(chat, person) {
    return ask("POST", `${this.path}/chats/${chat}/members`, { person });
  }

  removeMember(chat, person) {
    return ask("DELETE", `${this.path}/chats/${chat}/members/${person}`);
  }

  addTopic(chat, name) {
    return ask("POST", `${this.path}/chats/${chat}/topics`, { name });
  }

  closeTopic(chat, topic, closed) {
    return ask("POST", `${this.path}/chats/${chat}/topics/${topic}`, { closed });
  }
}

function given(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** The address of a picture or document as `person` may fetch it. */
export function asSeenBy(url, person) {
  const address = new URL(url, location.origin);
  if (address.origin !== location.origin) return "about:blank";
  if (!address.searchParams.has("person")) address.searchParams.set("person", person);
  return address.pathname + address.search;
}
