// Service messages: what happened to a chat, told in one line. Their kinds are the Bot API's own.

const created = (service, who) => ["s_created", who, service.text];
const TELL = {
  group_chat_created: created,
  supergroup_chat_created: created,
  new_chat_members: (service, who, whom) => (whom && whom !== who ? ["s_added", who, whom] : ["s_joined", who]),
  left_chat_member: (service, who, whom) => (whom && whom !== who ? ["s_removed", who, whom] : ["s_left", who]),
  new_chat_title: (service) => ["s_renamed", service.text],
  migrate_to_chat_id: () => ["s_upgraded"],
  migrate_from_chat_id: () => ["s_upgraded"],
  forum_topic_created: (service) => ["s_topic", service.text],
  forum_topic_closed: () => ["s_topicClosed"],
  forum_topic_reopened: () => ["s_topicOpened"],
  pinned_message: (service, who) => ["s_pinned", who],
};

/** The line of a service message in the person's language; a kind this page does not know has a line too. */
export function serviceText(message, scene) {
  const { service } = message;
  const tell = TELL[service.kind];
  const whom = (service.people ?? []).map((one) => nameOf(one, scene)).join(", ");
  return scene.words(...(tell ? tell(service, message.from?.name ?? "", whom) : ["s_other"]));
}

// People are named by themselves or by their number.
function nameOf(one, scene) {
  if (typeof one === "string") return one;
  const id = one.id ?? one;
  const known = [scene.bot, ...scene.people, ...(scene.chat.head.members ?? [])];
  return one.name ?? known.find((other) => other.id === id)?.name ?? "";
}
