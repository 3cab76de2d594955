import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Shortest joined text written at once, in characters. */
const joinedLength = 32 * 1024

/** One entry of a ZIP: a text, or a file that exists. */
export type ZipEntry =
  | { readonly path: string; readonly text: () => AsyncIterable<string> }
  | { readonly path: string; readonly file: string }

/** Writes a text into a new file. */
export async function writeText(to: string, pieces: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  await pipeline(Readable.from(joined(pieces)), createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal })
}

/** Writes a ZIP into a new file. Reads each text only when it is written. */
export async function writeZip(to: string, entries: readonly ZipEntry[], signal: AbortSignal): Promise<void> {
  const zip = new ZipFile()
  for (const entry of entries) {
    if ('file' in entry) zip.addFile(entry.file, entry.path, { compress: false })
    else
      zip.addReadStreamLazy(entry.path, (take) => {
        const stream = Readable.from(joined(entry.text()))
        stream.on('error', (cause) => zip.emit('error', cause))
        take(null, stream)
      })
  }
  zip.end()
  const broken = new Promise<never>((_resolve, reject) => zip.on('error', reject))
  await Promise.race([
    pipeline(zip.outputStream, createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal }),
    broken,
  ])
}

/** Joins short pieces, because each passes through several streams. */
async function* joined(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < joinedLength) continue
    yield text
    text = ''
  }
  yield text
}
