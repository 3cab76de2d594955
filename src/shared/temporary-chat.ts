/**
 * Ids of temporary chats are UUIDs of version 8, which RFC 9562 leaves to applications, with a fixed last group. All
 * other ids are random or derived from a hash, so none ends like this, and imports accept none that does. Any process
 * therefore recognises a late call about a temporary chat.
 */
const versionAt = 14
const ending = '-74656d706f72'

/** Returns true if an id is that of a temporary chat. */
export function isTemporaryChat(conversationId: string): boolean {
  return conversationId.length === 36 && conversationId[versionAt] === '8' && conversationId.endsWith(ending)
}

/** Returns the id of a temporary chat, from a random UUID; 74 of its bits remain. */
export function temporaryChatId(random: string): string {
  return `${random.slice(0, versionAt)}8${random.slice(versionAt + 1, -ending.length)}${ending}`
}
