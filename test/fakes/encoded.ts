import type { TextEncoding } from '../../src/shared/text-encodings.ts'

const tables = new Map<TextEncoding, ReadonlyMap<string, readonly number[]>>()

/** A text in an encoding of up to two bytes, by its decoder backwards. Null where a character is not in it. */
export function encoded(text: string, encoding: TextEncoding): Uint8Array<ArrayBuffer> | null {
  const table = tables.get(encoding) ?? tableOf(encoding)
  tables.set(encoding, table)
  const bytes: number[] = []
  for (const one of text) {
    const found = table.get(one)
    if (found === undefined) return null
    bytes.push(...found)
  }
  return Uint8Array.from(bytes)
}

function tableOf(encoding: TextEncoding): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const table = new Map<string, readonly number[]>()
  const add = (bytes: readonly number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes))
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes)
    } catch {
      // no character
    }
  }
  for (let one = 0; one < 256; one += 1) add([one])
  if (!encoding.startsWith('windows'))
    for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) add([lead, trail])
  return table
}
