// Separate from the services, which the page needs only in its settings.

/** Ids of the tools that search the web. A chat that has the first one on searches the web. */
export const webSearchTool = 'builtin:web_search'
export const readPageTool = 'builtin:read_page'
export const webTools: readonly string[] = [webSearchTool, readPageTool]

/** Longest query, in UTF-16 units. Services cut it further. */
export const searchQueryMax = 2_000
