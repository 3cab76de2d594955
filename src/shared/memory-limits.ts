// Values that the page needs at run time. They are separate from the schemas, so that the page does not load the schema
// library.

/** Longest fact, in UTF-16 units. */
export const memoryTextMax = 500
/** Maximum number of stored facts. */
export const memoriesMax = 500
/** Maximum length of all facts that go with one request, in UTF-16 units. */
export const memorySentMax = 4000
/** Maximum number of facts that a model may propose at once. */
export const proposedMax = 20

/** Why facts are not stored: one looks like a key or a password, is stored already, or no more fit. */
export const memoryRefusals = ['secret', 'known', 'full'] as const
export type MemoryRefusal = (typeof memoryRefusals)[number]
