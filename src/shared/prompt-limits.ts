// Values that the page needs at run time. They are separate from the schemas, so that the page does not load the schema
// library.

/** Longest title and text of a prompt, in UTF-16 units. */
export const promptTitleMax = 120
export const promptTextMax = 20_000
/** Maximum number of stored prompts. */
export const promptsMax = 1000
/** Longest name, icon and description of an assistant, in UTF-16 units. The icon is an emoji or a letter. */
export const assistantNameMax = 60
export const assistantSignMax = 16
export const assistantDescriptionMax = 300
/** Longest name of a model, in UTF-16 units. */
export const modelNameMax = 300
/** Maximum number of stored assistants. */
export const assistantsMax = 300
/**
 * Largest file of prompts or assistants that is read, in bytes. An export has the texts of one call: at most 16 Mi
 * characters, with up to 3 bytes each.
 */
export const promptFileMax = 64 * 1024 * 1024
/** Ids of built-in prompts and assistants; a stored row with the same id replaces the built-in one. */
export const includedId = /^included-[a-z-]{1,40}$/

/** Why nothing can be imported from a file: it is too large, not JSON, or holds nothing importable. */
export const libraryProblems = ['large', 'json', 'none'] as const
export type LibraryProblem = (typeof libraryProblems)[number]
