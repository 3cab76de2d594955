import { z } from 'zod'
import { AppFailure, type ErrorCode } from '../../../shared/errors.ts'
import type { Citation, FoundPassage } from '../../../shared/knowledge.ts'
import { passageLengthMax } from '../../../shared/knowledge-limits.ts'
import { providerNames } from '../../../shared/web-search-limits.ts'
import { readPageTool, webSearchTool } from '../../../shared/web-tool-ids.ts'
import type { Tool, ToolContext, ToolResult } from '../tools/tool.ts'
import { hostOf } from './found-pages.ts'
import type { PageReader } from './page-reader.ts'
import type { SearchSettingsStore } from './search-settings.ts'
import type { WebSearches } from './web-searches.ts'

export interface WebToolsParts {
  readonly settings: SearchSettingsStore
  readonly searches: WebSearches
  readonly pages: PageReader
  /** Stores passages with an answer, and numbers them. */
  readonly cite: (context: ToolContext, passages: readonly Omit<Citation, 'number'>[]) => readonly Citation[]
}

/** Longest part of a page in one result, in UTF-16 units: about 5,000 tokens of English. */
const partMax = 20_000

const searchInput = z.object({ query: z.string() })
const pageInput = z.object({ url: z.string(), part: z.number().optional() })
const citing = 'Cite each source that you use by its number in square brackets, such as [1].'

/** Returns the tools that search the web and read its pages; none while no service is set up. */
export function webTools(parts: WebToolsParts): readonly Tool[] {
  const { isReady, settings } = parts.settings.searchState()
  const { provider } = settings
  return !isReady || provider === null
    ? []
    : [searchTool(parts, providerNames[provider], (settings.services[provider]?.price?.nano ?? 0) > 0), pageTool(parts)]
}

function searchTool({ cite, searches }: WebToolsParts, service: string, costs: boolean): Tool {
  return {
    id: webSearchTool,
    server: null,
    name: 'web_search',
    title: 'Search the web',
    // the service is named, so that a permission counts for it alone
    description: `Searches the web with ${service}. Use it for recent facts and for what you do not know. ${citing}`,
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', minLength: 1, maxLength: 400, description: 'Words to search for, not a question.' },
      },
      required: ['query'],
      additionalProperties: false,
    },
    hints: { readOnly: true, destructive: false, openWorld: true, costs },
    defaultRule: 'ask',
    run: async (input, context) =>
      await resultOf(async () => {
        const { query } = searchInput.parse(input)
        const { conversationId: itemId, messageId: askedBy } = context
        const found = await searches.searchWeb(query, { itemId, askedBy, again: false })
        if (found.length === 0) return 'Nothing was found.'
        return cite(context, found.map(cited)).map(citationText).join('\n\n')
      }),
  }
}

function pageTool({ cite, pages }: WebToolsParts): Tool {
  return {
    id: readPageTool,
    server: null,
    name: 'read_page',
    title: 'Read a web page',
    description: `Reads the text of a web page by its address, such as one from a search. A long page is read in parts. ${citing}`,
    parameters: {
      type: 'object',
      properties: {
        url: { type: 'string', minLength: 1, maxLength: 2000, description: 'Address with https:// or http://' },
        part: { type: 'integer', minimum: 1, description: 'Which part of a long page; 1 is the first.' },
      },
      required: ['url'],
      additionalProperties: false,
    },
    hints: { readOnly: true, destructive: false, openWorld: true, costs: false },
    defaultRule: 'ask',
    run: async (input, context) =>
      await resultOf(async () => {
        const { part = 1, url } = pageInput.parse(input)
        const page = await pages.readPage(url, context.signal)
        if (typeof page === 'string') return { refusal: `The page cannot be read: ${page}.` }
        const count = Math.max(1, Math.ceil(page.text.length / partMax))
        if (part > count) return { refusal: `There are ${count} parts.` }
        const start = (Math.floor(part) - 1) * partMax
        const text = page.text.slice(start, start + partMax).toWellFormed()
        const quote = text.slice(0, passageLengthMax).toWellFormed()
        const place = {
          ...{ kind: 'web' as const, sourceId: 'web', document: page.url, title: page.title },
          ...{ headings: [hostOf(page.url)], partId: null, start, end: start + quote.length, atMs: null },
        }
        const head = cite(context, [{ place, quote }]).map(headOf).join('\n')
        return `${head}\nPart ${Math.floor(part)} of ${count}\n\n${text}`
      }),
  }
}

/** Runs a tool. A failure is a result, because the model can do without. */
async function resultOf(run: () => Promise<string | { readonly refusal: string }>): Promise<ToolResult> {
  try {
    const text = await run()
    if (typeof text !== 'string') return { text: text.refusal, isError: true, isUntrusted: false }
    return { text, isError: false, isUntrusted: true }
  } catch (cause) {
    if (!(cause instanceof AppFailure)) throw cause
    return { text: failureWords(cause.error.code), isError: true, isUntrusted: false }
  }
}

function failureWords(code: ErrorCode): string {
  switch (code) {
    case 'search_lost':
      return 'The search was sent, and its answer was lost. It is not sent again. Answer without it, and say so.'
    case 'link_refused':
      return 'This address is not read: only public web addresses are.'
    default:
      return `This did not work (${code}). Answer without it, and say so.`
  }
}

function cited({ place, text }: FoundPassage): Omit<Citation, 'number'> {
  return { place, quote: text }
}

function citationText(citation: Citation): string {
  return `${headOf(citation)}\n${citation.quote}`
}

function headOf({ number, place: { document, headings, title } }: Citation): string {
  const head = `[${number}] ${[title, ...headings].join(' › ').replace(/\s+/g, ' ')}`
  return document === '' ? head : `${head}\n${document}`
}
