import { createHash } from 'node:crypto'
import { copyFile, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Progress of a download in bytes; `total` is null when the server does not state it. */
export interface Progress {
  readonly bytes: number
  readonly total: number | null
}

export interface DownloadParts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Folder for partial downloads, kept between starts. */
  readonly folder: string
  readonly onProgress: (progress: Progress) => void
  /** Ends the download; the received part is kept. */
  readonly signal: AbortSignal
  /** Longest silence of a server before its request is abandoned, in ms. */
  readonly silenceMs: number
  /** Waits between two attempts. */
  readonly pause: () => Promise<void>
}

/** Why a download ended, as the end of a sentence. */
export class DownloadFailure extends Error {
  /** Bytes kept for the next attempt. */
  readonly kept: number

  constructor(reason: string, kept: number, cause?: unknown) {
    super(reason, { cause })
    this.kept = kept
  }
}

/** Attempts in a row without new bytes, after which the download fails. */
const fruitlessTries = 3

/** A partial file, and its server's facts about the whole. */
interface Part {
  readonly bytes: number
  readonly validator: string | null
}

/**
 * Downloads a file, resuming earlier attempts, also of earlier starts.
 * A failed attempt is repeated as long as bytes arrive. Rejects with a DownloadFailure.
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
    // without a validator, a part could be continued with bytes of another file
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
    // not a pipeline, which drops received but unwritten bytes when the connection fails
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
  // for a body decompressed on the way, the length is that of the compressed one
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

/**
 * Stores the validator of a partial file. A weak ETag does not prove equal bytes (RFC 9110, 13.1.5); the modification
 * time is the next best.
 */
async function keepValidator(file: string, response: Response): Promise<void> {
  const tag = response.headers.get('etag')
  const validator = tag === null || tag.startsWith('W/') ? response.headers.get('last-modified') : tag
  if (validator === null) await rm(validatorFile(file), { force: true })
  else await writeFile(validatorFile(file), validator)
}

function validatorFile(file: string): string {
  return `${file}.validator`
}

/** The innermost cause with a message, because `fetch failed` alone says nothing. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0])
  return cause.cause instanceof Error ? reasonOf(cause.cause) : cause.message
}
