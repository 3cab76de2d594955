import type OpenAI from 'openai'
import { Pace } from '../pace.ts'

/** Text that is encoded at a time, in UTF-16 units. */
const pieceLength = 64 * 1024

/** A list that may be very long, and its name in the body. */
export interface LongList<T> {
  readonly name: string
  readonly items: readonly T[]
  /** Converts an item to the form in which it is sent. */
  readonly sent: (item: T) => object
}

/**
 * Posts JSON with a list that may be very long. The SDK's resources would encode it in one go, which blocks main for
 * 150 ms at 14 MB.
 */
export async function postJson<T>(
  client: OpenAI,
  path: string,
  fields: object,
  list: LongList<T>,
  options: { readonly signal: AbortSignal; readonly stream: boolean },
): Promise<Response> {
  const body = await jsonBody(fields, list)
  return await client.post(path, { body, headers: { 'content-type': 'application/json' }, ...options }).asResponse()
}

/**
 * Encodes the body of a request as JSON in UTF-8, with the list last. Yields to the event loop between items, so that a
 * chat of 50,000 messages does not block.
 * Returns a long body as a Blob: `fetch` copies bytes whole several times, and reads a Blob in pieces.
 */
export async function jsonBody<T>(
  fields: object,
  { items, name, sent }: LongList<T>,
): Promise<Uint8Array<ArrayBuffer> | Blob> {
  const pace = new Pace()
  const pieces: Blob[] = []
  const begin = JSON.stringify(fields).slice(0, -1)
  let text = `${begin}${begin === '{' ? '' : ','}${JSON.stringify(name)}:[`
  let isFirst = true
  for (const item of items) {
    text += `${isFirst ? '' : ','}${JSON.stringify(sent(item))}`
    isFirst = false
    if (text.length < pieceLength) continue
    pieces.push(new Blob([text]))
    text = ''
    await pace.yieldIfDue()
  }
  const last = `${text}]}`
  return pieces.length === 0 ? Buffer.from(last) : new Blob([...pieces, last])
}
