import { type Fields, isFields, wordOf } from './liberal-fields.ts'

/** A page that an answer names as its source. */
interface Source {
  readonly url: string
  readonly title: string
  /** The marker in the text that refers to it: `1`, or the gateway's own. */
  readonly label: string
}

/** Maximum number of sources of one answer. */
const sourcesMax = 100
const titleMax = 200
/** Fields in which gateways list the sources of an answer. */
export const sourceLists = [
  'citations',
  'search_results',
  'web_search',
  'references',
  'sources',
  'annotations',
] as const

/**
 * The sources of an answer, without duplicates. Gateways list them next to the choices, in a message or delta, and in
 * annotations.
 */
export class AnswerSources {
  private readonly found = new Map<string, Source>()

  /** Adds the sources that an object lists. */
  collectSources(fields: Fields): void {
    for (const name of sourceLists) {
      const list = fields[name]
      if (Array.isArray(list)) for (const one of list) this.addSource(one)
    }
  }

  /** Adds one source: an address, or an object with one. Returns whether it has an address. */
  addSource(one: unknown): boolean {
    const fields = typeof one === 'string' ? { url: one } : isFields(one) ? inner(one) : {}
    const url = [fields.url, fields.link, fields.uri, fields.source].find(isAddress)
    if (url === undefined) return false
    const before = this.found.get(url)
    const title = (wordOf(fields.title) ?? wordOf(fields.name) ?? before?.title ?? '').slice(0, titleMax)
    if (before === undefined && this.found.size >= sourcesMax) return true
    const label = before?.label ?? labelOf(fields.refer) ?? String(this.found.size + 1)
    this.found.set(url, { url, title, label })
    return true
  }

  /** Returns the marker that refers to a source in the text, such as `[1]`; null for an unknown address. */
  markOf(url: string): string | null {
    const label = this.found.get(url)?.label
    return label === undefined ? null : `[${label}]`
  }

  /**
   * Returns the sources as Markdown for the end of an answer: a link definition for each marker such as `[1]`, and a
   * numbered list. Empty if there are no sources.
   */
  get markdown(): string {
    const sources = [...this.found.values()]
    if (sources.length === 0) return ''
    const definitions = sources.map(({ label, url }) => `[${label}]: <${url}>`)
    const list = sources.map(
      ({ title, url }, index) => `${index + 1}. [${plain(title) || plain(hostOf(url))}](<${url}>)`,
    )
    return `\n\n${definitions.join('\n')}\n\n${list.join('\n')}`
  }
}

/** Returns the object in an annotation that holds its source. */
function inner(fields: Fields): Fields {
  return isFields(fields.url_citation) ? fields.url_citation : isFields(fields.web) ? fields.web : fields
}

function isAddress(url: unknown): url is string {
  return typeof url === 'string' && url.length <= 2_000 && /^https?:\/\/[^\s<>\\]+$/i.test(url)
}

function labelOf(refer: unknown): string | null {
  return typeof refer === 'string' && /^[\w-]{1,30}$/.test(refer) ? refer : null
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Removes characters from a title that would end its link. */
function plain(text: string): string {
  return text
    .replace(/[[\]\\`<>\p{Cc}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed()
}
