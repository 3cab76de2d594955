// Values that the page needs at run time, apart from the schemas.

/** Maximum number of folders of chats. */
export const foldersMax = 500
/** Longest name of a folder, in characters. */
export const folderNameMax = 100
/** Longest instructions of a folder, in characters. */
export const folderSystemMax = 100_000
/** Maximum number of files that a folder gives to its new chats: as many as one message takes. */
export const folderAttachedMax = 8
/** Maximum number of chats that can be moved at once. */
export const movedMax = 10_000
