/** Kinds of notes on a transcript. They are apart from the schemas, because the page takes no zod. */
export const noteKinds = ['summary', 'chapters', 'tasks', 'translation'] as const
export type NoteKind = (typeof noteKinds)[number]

/** Longest instruction of a note, in UTF-16 units. */
export const noteInstructionMax = 8_000
/** Maximum number of notes of one transcript. */
export const notesMax = 100
