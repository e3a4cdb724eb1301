// Service messages: what happened to a chat, told in one line.

const TELL = {
  created: (service, who) => ["s_created", who, service.title],
  joined: (service, who, whom) => (whom && whom !== who ? ["s_added", who, whom] : ["s_joined", who]),
  left: (service, who, whom) => (whom && whom !== who ? ["s_removed", who, whom] : ["s_left", who]),
  renamed: (service) => ["s_renamed", service.title],
  upgraded: () => ["s_upgraded"],
  topic_created: (service) => ["s_topic", service.name],
  topic_closed: () => ["s_topicClosed"],
  topic_reopened: () => ["s_topicOpened"],
  pinned: (service, who) => ["s_pinned", who],
};

/** The line of a service message in the person's language; a kind this page does not know has a line too. */
export function serviceText(message, scene) {
  const { service } = message;
  const tell = TELL[service.kind];
  const whom = (service.people ?? []).map(scene.nameOf).join(", ");
  return scene.words(...(tell ? tell(service, scene.nameOf(message.from), whom) : ["s_other"]));
}
