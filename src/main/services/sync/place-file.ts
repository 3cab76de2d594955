import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

/** The name of a file at the place. It holds length and hash, so that nothing the place says has to be believed. */
export interface PlacedName {
  readonly name: string
  readonly writer: string
  /** The first and last number of the versions in it; `from` is `to` + 1 if there are none. */
  readonly from: number
  readonly to: number
  readonly bytes: number
  readonly hash: string
}

const pattern = /^([0-9a-f-]{36})\.(\d{1,15})-(\d{1,15})\.(\d{1,15})\.([0-9a-f]{32})$/

/** Reads the name of a file; null for names that Atelier does not give. */
export function readPlacedName(name: string): PlacedName | null {
  const [, writer, from, to, bytes, hash] = pattern.exec(name) ?? []
  if (writer === undefined || hash === undefined) return null
  const placed = { name, writer, from: Number(from), to: Number(to), bytes: Number(bytes), hash }
  return placed.from <= placed.to + 1 ? placed : null
}

/** Returns the name of a file with these bytes. */
export function placedName(writer: string, from: number, to: number, body: Uint8Array): PlacedName {
  const hash = hashOf(body)
  return { name: `${writer}.${from}-${to}.${body.length}.${hash}`, writer, from, to, bytes: body.length, hash }
}

/** Returns true if these bytes are the file of that name. */
export function isWhole({ bytes, hash }: PlacedName, body: Uint8Array): boolean {
  return body.length === bytes && hashOf(body) === hash
}

function hashOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 32)
}

/** Longest content of a file, in bytes. A deflated file of a few kB could hold gigabytes. */
const contentMax = 128 * 1024 * 1024

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)]

/** Returns the bytes of a file with these lines. A line holds no line end, because it is JSON. */
export async function linesToBytes(lines: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await deflate(lines.join('\n')))
}

/** Reads the lines of a file; null if they are damaged or too long. */
export async function bytesToLines(body: Uint8Array): Promise<readonly string[] | null> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await inflate(body, { maxOutputLength: contentMax }))
    return text === '' ? [] : text.split('\n')
  } catch {
    return null
  }
}
