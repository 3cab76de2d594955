import { createHash } from 'node:crypto'
import { copyFile, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** How far a download is, in bytes; `total` is null where the server does not say. */
export interface Progress {
  readonly bytes: number
  readonly total: number | null
}

export interface DownloadParts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Where what has come is kept between starts. */
  readonly folder: string
  readonly onProgress: (progress: Progress) => void
  /** Ends the download; what has come is kept. */
  readonly signal: AbortSignal
  /** How long a server may keep silent before its request is given up, in ms. */
  readonly silenceMs: number
  /** Waits between two tries. */
  readonly pause: () => Promise<void>
}

/** Why a download ended, as the end of a sentence. */
export class DownloadFailure extends Error {
  /** Bytes that are kept for the next try. */
  readonly kept: number

  constructor(reason: string, kept: number, cause?: unknown) {
    super(reason, { cause })
    this.kept = kept
  }
}

/** Tries in a row that bring nothing, after which it is given up. */
const fruitlessTries = 3

/** A part of a file, and what its server says of the whole. */
interface Part {
  readonly bytes: number
  readonly validator: string | null
}

/**
 * Fetches a file, going on where an earlier try broke off, also one of an earlier start. A try that breaks off is
 * followed by another as long as bytes come. Rejects with a DownloadFailure.
 */
export async function download(url: string, target: string, parts: DownloadParts): Promise<void> {
  const name = createHash('sha256').update(url).digest('hex').slice(0, 24)
  const file = join(parts.folder, `${name}.part`)
  await mkdir(parts.folder, { recursive: true })
  let fruitless = 0
  for (;;) {
    const before = await readPart(file)
    const end = await oneTry(url, file, before, parts).catch((cause: unknown) => ({ reason: reasonOf(cause), cause }))
    if (end === 'whole') break
    const { bytes } = await readPart(file)
    if (parts.signal.aborted) throw new DownloadFailure(reasonOf(parts.signal.reason), bytes, parts.signal.reason)
    fruitless = bytes > before.bytes ? 0 : fruitless + 1
    if ('final' in end || fruitless >= fruitlessTries) throw new DownloadFailure(end.reason, bytes, end.cause)
    await parts.pause()
  }
  await mkdir(dirname(target), { recursive: true })
  // the temporary folder may be on another disk
  await rename(file, target).catch(async () => {
    await copyFile(file, target)
    await rm(file)
  })
  await rm(validatorFile(file), { force: true })
}

type End = 'whole' | { readonly reason: string; readonly cause?: unknown; readonly final?: true }

async function oneTry(url: string, file: string, part: Part, parts: DownloadParts): Promise<End> {
  const silence = new AbortController()
  const watch = setTimeout(() => silence.abort(new Error('it was silent')), parts.silenceMs)
  try {
    // without a validator a part could be followed by bytes of another file
    const resumes = part.bytes > 0 && part.validator !== null
    const response = await parts.fetch(url, {
      headers: resumes ? { range: `bytes=${part.bytes}-`, 'if-range': part.validator } : {},
      signal: AbortSignal.any([parts.signal, silence.signal]),
    })
    watch.refresh()
    if (response.status === 416) {
      await rm(file, { force: true })
      return { reason: 'what was kept did not fit' }
    }
    if (!response.ok || response.body === null) {
      const reason = `${new URL(response.url || url).host} answered ${response.status}`
      return response.status >= 500 || response.status === 429 ? { reason } : { reason, final: true }
    }
    const continued = response.status === 206 && resumes
    const start = continued ? startOf(response.headers.get('content-range')) : 0
    if (start !== (continued ? part.bytes : 0)) {
      await rm(file, { force: true })
      return { reason: 'what came did not fit what was kept' }
    }
    await keepValidator(file, response)
    const total = lengthOf(response, start)
    let bytes = start
    // not a pipeline: where the line breaks, that drops what has come and is not written yet
    await using sink = await open(file, start > 0 ? 'a' : 'w')
    for await (const chunk of response.body) {
      watch.refresh()
      await sink.writeFile(chunk)
      bytes += chunk.length
      parts.onProgress({ bytes, total })
    }
    return total === null || bytes === total ? 'whole' : { reason: 'it broke off' }
  } finally {
    clearTimeout(watch)
  }
}

function startOf(contentRange: string | null): number | null {
  const start = /^bytes (\d+)-/.exec(contentRange ?? '')?.[1]
  return start === undefined ? null : Number(start)
}

function lengthOf(response: Response, start: number): number | null {
  // of a body that was unpacked on the way, the length is that of the packed one
  if (response.headers.has('content-encoding')) return null
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  return Number.isSafeInteger(length) ? start + length : null
}

async function readPart(file: string): Promise<Part> {
  const bytes = await stat(file).then(
    ({ size }) => size,
    () => 0,
  )
  const validator = await readFile(validatorFile(file), 'utf8').catch(() => null)
  return { bytes, validator }
}

/** A weak ETag says nothing of the bytes (RFC 9110, 13.1.5); the time of change is the next best. */
async function keepValidator(file: string, response: Response): Promise<void> {
  const tag = response.headers.get('etag')
  const validator = tag === null || tag.startsWith('W/') ? response.headers.get('last-modified') : tag
  if (validator === null) await rm(validatorFile(file), { force: true })
  else await writeFile(validatorFile(file), validator)
}

function validatorFile(file: string): string {
  return `${file}.validator`
}

/** The innermost cause that has words: `fetch failed` says nothing by itself. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0])
  return cause.cause instanceof Error ? reasonOf(cause.cause) : cause.message
}
