// Values that the page needs at run time. They are separate from the schemas, so that the page does not load the schema
// library.

/** Kinds of sources of a collection. */
export const sourceKinds = ['file', 'folder', 'chat', 'transcript'] as const
/** Kinds of passages: of a collection's source, or of a page of the web. */
export const passageKinds = [...sourceKinds, 'web'] as const

/** Longest name of a collection, in UTF-16 units. */
export const collectionNameMax = 120
/** Maximum number of collections, and of sources of one. */
export const collectionsMax = 200
export const sourcesMax = 1000
/** Maximum number of collections that one chat uses. */
export const chatCollectionsMax = 20
/** Largest file that is read, in bytes. */
export const textFileMax = 5 * 1024 * 1024
/** Maximum number of files read in a folder, and maximum of their total bytes. */
export const folderFilesMax = 2000
export const folderBytesMax = 200 * 1024 * 1024
/** Maximum number of passages of one file. A book has some 2,000. */
export const documentPassagesMax = 50_000
/** Maximum number of passages that are sent with one message. */
export const passagesMax = 8
/** Longest passage that is sent, in UTF-16 units. */
export const passageLengthMax = 8000
