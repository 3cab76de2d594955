import type { FileReading } from '../../../shared/attached-file.ts'
import { type FileProblem, fileNameMax } from '../../../shared/attached-file-limits.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'
import { KeyFilter } from '../../gateway/key-filter.ts'
import { fetchWebPage } from '../../gateway/web-page.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { KnownSecrets } from '../../security/secrets/known-secrets.ts'
import type { DocumentReader } from '../documents/index.ts'
import { hostOf } from './found-pages.ts'
import { plainSnippet } from './plain-snippet.ts'

export interface PageReaderParts extends Pick<Ports, 'ending' | 'fetch' | 'linkFetch'> {
  readonly documents: Pick<DocumentReader, 'article'>
  readonly library: MediaLibrary
  readonly known: KnownSecrets
}

/** The readable text of a page. */
export interface ReadPage {
  /** The address that answered, after redirects. */
  readonly url: string
  readonly title: string
  readonly text: string
}

const titleMax = 200

/**
 * Reads pages of the web: fetches them in the way that all foreign links are fetched, and makes them readable in the
 * documents' thread.
 */
export class PageReader {
  private readonly parts: PageReaderParts
  private readonly filter: KeyFilter

  constructor(parts: PageReaderParts) {
    this.parts = parts
    this.filter = new KeyFilter('', parts.known)
  }

  /** Resolves to a page, or to the problem with its content. Throws an AppFailure if it cannot be fetched. */
  async readPage(url: string, signal?: AbortSignal): Promise<ReadPage | FileProblem> {
    const { documents, ending } = this.parts
    const signals = signal === undefined ? ending : AbortSignal.any([signal, ending])
    const page = await fetchWebPage(url, { ...this.parts, signal: signals })
    const name = decoded(new URL(page.url).pathname.split('/').at(-1) ?? '').slice(0, fileNameMax)
    const answer = await documents.article({ article: page.bytes, type: page.type, name }, signals)
    if (answer.state === 'refused') return answer.problem
    const title = plainSnippet(answer.title === '' ? name : answer.title, titleMax).replace(/\s+/g, ' ')
    return {
      url: page.url,
      title: this.filter.withoutSecrets(title === '' ? hostOf(page.url) : title),
      text: this.filter.withoutSecrets(new TextDecoder().decode(answer.text)),
    }
  }

  /** Reads a page as a file for the composer. Its text begins with its address, so that an answer can cite it. */
  async readAsFile(url: string): Promise<FileReading> {
    const page = await this.readPage(url)
    if (typeof page === 'string') return { state: 'refused', problem: page }
    const text = `${page.title}\n${page.url}\n\n${page.text}`
    const bytes = new TextEncoder().encode(text)
    const { id } = await this.parts.library.addMedia(bytes, { mime: 'text/plain', width: null, height: null })
    const name = `${page.title.replace(/[/\\:*?"<>|]+/g, ' ').trim()} (${hostOf(page.url)}).md`.slice(-fileNameMax)
    const { tokens } = estimateTokens(text)
    return {
      state: 'read',
      file: { ...{ mediaId: id, textId: id, name, pages: null }, length: text.length, tokens, cutFrom: null },
    }
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
