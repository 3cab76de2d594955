import type { SentBody } from '../../shared/gateway-request.ts'
import { sentTextMax } from '../../shared/request-limits.ts'
import type { KeyFilter } from './key-filter.ts'

const dataMark = ';base64,'
/** Media with less base64 than this, in bytes, are kept unchanged. */
const mediaMin = 1_024

/** Maximum number of bytes read from a text: a UTF-16 unit takes up to three bytes of UTF-8. */
const keptBytesMax = 3 * (sentTextMax + 1)

/** Bytes of base64 read at a time. */
const base64Step = 64 * 1024

/**
 * Returns the recorded form of a body: without the key, with media replaced by their hash and size, and cut to its
 * limit. Yields between large media, so that nothing else is blocked. Never rejects.
 */
export async function sentBodyOf(body: unknown, filter: KeyFilter): Promise<SentBody> {
  try {
    if (typeof body === 'string') return await textBody(Buffer.from(body), filter)
    if (body instanceof Uint8Array)
      return await textBody(Buffer.from(body.buffer, body.byteOffset, body.byteLength), filter)
    if (body instanceof Blob) return await textBody(Buffer.from(await body.arrayBuffer()), filter)
    if (body instanceof FormData) return await formBody(body, filter)
    return { kind: 'none' }
  } catch {
    return { kind: 'none' }
  }
}

async function textBody(body: Buffer, filter: KeyFilter): Promise<SentBody> {
  const pieces: Uint8Array[] = []
  let [from, length, isCut] = [0, 0, false]
  while (length < keptBytesMax) {
    const within = body.subarray(from, from + keptBytesMax - length)
    const mark = within.indexOf(dataMark)
    if (mark < 0) break
    const start = from + mark + dataMark.length
    // a user's text about media is not media itself
    const end = endOfBase64(body, start)
    const isMedia = end - start >= mediaMin
    const media = isMedia ? Buffer.from(await told(body.toString('latin1', start, end))) : body.subarray(start, end)
    isCut ||= isMedia
    pieces.push(body.subarray(from, start), media)
    length += start - from + media.length
    from = end
  }
  const rest = body.subarray(from, from + Math.max(0, keptBytesMax - length))
  const text = Buffer.concat([...pieces, rest]).toString()
  const isLong = text.length > sentTextMax || from + rest.length < body.length
  return isLong
    ? { kind: 'text', text: beginningOf(text, filter), isCut: true }
    : { kind: 'text', text: filter.withoutSecrets(text), isCut }
}

/** Returns the end of the base64 that begins at an offset of a UTF-8 text. */
function endOfBase64(text: Buffer, start: number): number {
  for (let end = start; ; ) {
    const piece = text.toString('latin1', end, end + base64Step)
    const run = /[\w+/=-]*/y
    run.test(piece)
    end += run.lastIndex
    if (run.lastIndex < base64Step) return end
  }
}

/** Returns the beginning of a text. The filter holds back the possible first part of a key that the cut divides. */
function beginningOf(text: string, filter: KeyFilter): string {
  return filter.parts().push(text.slice(0, sentTextMax))
}

/** Returns a placeholder with the hash and size of a file in base64; the hash is the one the library uses. */
async function told(base64: string): Promise<string> {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  return `[${bytes.byteLength} bytes, sha256 ${await hashOf(bytes)}]`
}

/** Returns the SHA-256 as hex, computed off the main thread. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

async function formBody(form: FormData, filter: KeyFilter): Promise<SentBody> {
  const fields = [...form].map(async ([name, value]) => {
    if (typeof value === 'string')
      return {
        ...({ kind: 'text', name } as const),
        value: value.length > sentTextMax ? beginningOf(value, filter) : filter.withoutSecrets(value),
      }
    // a file streamed from disk is not read a second time
    const isInMemory = value.constructor === File
    const hash = isInMemory ? await hashOf(new Uint8Array(await value.arrayBuffer())) : null
    return {
      ...({
        kind: 'file',
        name,
        fileName: filter.withoutSecrets(value.name),
        mime: value.type,
        bytes: value.size,
        hash,
      } as const),
    }
  })
  return { kind: 'form', fields: await Promise.all(fields) }
}
