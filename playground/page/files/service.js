// Service messages: what happened to a chat, told in one line.

const TELL = {
  created: (who, service) => ["s_created", who, service.title],
  joined: (who, service) => (service.person && service.person !== who ? ["s_added", who, service.person] : ["s_joined", who]),
  left: (who, service) => (service.person && service.person !== who ? ["s_removed", who, service.person] : ["s_left", who]),
  renamed: (who, service) => ["s_renamed", service.title],
  upgraded: () => ["s_upgraded"],
  topic_created: (who, service) => ["s_topic", service.name],
  topic_closed: () => ["s_topicClosed"],
  topic_reopened: () => ["s_topicOpened"],
  pinned: (who) => ["s_pinned", who],
};

/** The line of a service message in the person's language; a kind this page does not know has a line too. */
export function serviceText(message, scene) {
  const tell = TELL[message.service.kind];
  return scene.words(...(tell ? tell(message.from?.name ?? "", message.service) : ["s_other"]));
}
