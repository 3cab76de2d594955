// Values that the page needs at run time, apart from the schemas, which would pull the schema library into the page.

/** The most characters of a result that go to the model; the rest is in a file of the library. */
export const resultTextMax = 32_000
/** The most text of arguments that a page is given, in UTF-16 units. */
export const shownArgumentsMax = 1_000_000
/** The most tools that a request can offer at the common gateways (OpenAI, Chat Completions, `tools`). */
export const offeredToolsMax = 128
