// Values that the page needs at run time. They are separate from the schemas, so that the page does not load the schema
// library.

/** Maximum number of characters of a result that the model gets; the rest is in a library file. */
export const resultTextMax = 32_000
/** Longest arguments passed to a page, in UTF-16 units. */
export const shownArgumentsMax = 1_000_000
/** The most tools that a request can offer at the common gateways (OpenAI, Chat Completions, `tools`). */
export const offeredToolsMax = 128
