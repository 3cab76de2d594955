import type { ReadBytes } from '../../../../shared/pcm-layout.ts'

/** More than the largest page. https://www.rfc-editor.org/rfc/rfc3533 */
const pageBytesMax = 70_000

/**
 * Resolves to true if an Ogg file of `size` bytes consists of several recordings in sequence: its last page belongs to
 * none of the streams that begin it. Readers know only the first recording. Rejects if `read` does.
 */
export async function isChained(read: ReadBytes, size: number): Promise<boolean> {
  const begins = pagesIn(await read(0, Math.min(size, pageBytesMax)))
  const last = pagesIn(await read(Math.max(0, size - pageBytesMax), size)).at(-1)
  const streams = new Set<number>()
  for (const page of begins) {
    // the streams of a recording all begin before any other page
    if (!page.begins) break
    streams.add(page.stream)
  }
  return last !== undefined && streams.size > 0 && !streams.has(last.stream)
}

interface Page {
  readonly stream: number
  readonly begins: boolean
}

function pagesIn(bytes: Uint8Array): readonly Page[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pages: Page[] = []
  for (let at = bytes.indexOf(0x4f); at >= 0 && at + 27 <= bytes.length; at = bytes.indexOf(0x4f, at + 1))
    // `OggS`, version 0
    if (view.getUint32(at) === 0x4f67_6753 && view.getUint8(at + 4) === 0)
      pages.push({ stream: view.getUint32(at + 14, true), begins: (view.getUint8(at + 5) & 2) !== 0 })
  return pages
}
