// Values that the page needs at run time. They stand apart from the schemas, which would pull the schema library into
// the page.

/** Longest title and text of a prompt, in UTF-16 units. */
export const promptTitleMax = 120
export const promptTextMax = 20_000
/** Most prompts that are kept. */
export const promptsMax = 1000
/** Longest name, sign and description of an assistant, in UTF-16 units. A sign is an emoji or a letter. */
export const assistantNameMax = 60
export const assistantSignMax = 16
export const assistantDescriptionMax = 300
/** Longest name of a model, in UTF-16 units. */
export const modelNameMax = 300
/** Most assistants that are kept. */
export const assistantsMax = 300
/**
 * Largest file of prompts or assistants that is read, in bytes. An export has the texts of one call: at most 16 Mi
 * characters, of up to 3 bytes.
 */
export const promptFileMax = 64 * 1024 * 1024
/** Ids of what comes with Atelier; a kept row of the same id stands in its place. */
export const includedId = /^included-[a-z-]{1,40}$/

/** Why nothing can be taken from a file: too large, no JSON, or nothing in it that could be taken. */
export const libraryProblems = ['large', 'json', 'none'] as const
export type LibraryProblem = (typeof libraryProblems)[number]
