/** Formats in which chats are saved. No schemas here, because the page reads this at run time. */
export const saveFormats = ['html', 'pdf', 'docx', 'md', 'json'] as const
export type SaveFormat = (typeof saveFormats)[number]

/** Maximum number of chats saved at once. */
export const savedChatsMax = 500
/** Maximum number of messages in a picture. */
export const picturedMessagesMax = 200
/** Longest converted message that the page passes to main, in UTF-16 units. */
export const writtenMax = 4_000_000
