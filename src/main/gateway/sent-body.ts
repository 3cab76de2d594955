import type { SentBody } from '../../shared/gateway-request.ts'
import { sentTextMax } from '../../shared/request-limits.ts'
import type { KeyFilter } from './key-filter.ts'

const dataMark = ';base64,'
/** Shorter media stand as they are. */
const mediaMin = 1_024

/**
 * What is kept of a body: without the key, with media as their hash and size, and cut to its bound. Waits between large
 * media, so that nothing else waits for it. Never rejects.
 */
export async function sentBodyOf(body: unknown, filter: KeyFilter): Promise<SentBody> {
  try {
    if (typeof body === 'string') return await textBody(body, filter)
    if (body instanceof FormData) return await formBody(body, filter)
    return { kind: 'none' }
  } catch {
    return { kind: 'none' }
  }
}

async function textBody(body: string, filter: KeyFilter): Promise<SentBody> {
  const pieces: string[] = []
  let [from, length, isCut] = [0, 0, false]
  while (length <= sentTextMax) {
    const mark = body.indexOf(dataMark, from)
    if (mark < 0) break
    const start = mark + dataMark.length
    // what a person writes about media is none
    const end = endOfBase64(body, start)
    const isMedia = end - start >= mediaMin
    const media = isMedia ? await told(body.slice(start, end)) : body.slice(start, end)
    isCut ||= isMedia
    const before = body.slice(from, start)
    pieces.push(before, media)
    length += before.length + media.length
    from = end
  }
  pieces.push(body.slice(from, from + sentTextMax + 1))
  const text = pieces.join('')
  const isLong = text.length > sentTextMax || from + sentTextMax + 1 < body.length
  return isLong
    ? { kind: 'text', text: beginningOf(text, filter), isCut: true }
    : { kind: 'text', text: filter.text(text), isCut }
}

/** End of the base64 that begins at a place of a text. */
function endOfBase64(text: string, start: number): number {
  const run = /[\w+/=-]*/y
  run.lastIndex = start
  run.test(text)
  return run.lastIndex
}

/** The beginning of a text. The filter holds back what may be the first part of a key that the cut went through. */
function beginningOf(text: string, filter: KeyFilter): string {
  return filter.parts().push(text.slice(0, sentTextMax))
}

/** Hash and size of a file in base64; the hash is that of the library. */
async function told(base64: string): Promise<string> {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  return `[${bytes.byteLength} bytes, sha256 ${await hashOf(bytes)}]`
}

/** Hashed apart from the main thread. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

async function formBody(form: FormData, filter: KeyFilter): Promise<SentBody> {
  const fields = [...form].map(async ([name, value]) => {
    if (typeof value === 'string')
      return {
        ...({ kind: 'text', name } as const),
        value: value.length > sentTextMax ? beginningOf(value, filter) : filter.text(value),
      }
    // a file that is read from the disk while it is sent is not read again
    const isInMemory = value.constructor === File
    const hash = isInMemory ? await hashOf(new Uint8Array(await value.arrayBuffer())) : null
    return {
      ...({
        kind: 'file',
        name,
        fileName: filter.text(value.name),
        mime: value.type,
        bytes: value.size,
        hash,
      } as const),
    }
  })
  return { kind: 'form', fields: await Promise.all(fields) }
}
