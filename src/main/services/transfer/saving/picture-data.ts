import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** A multiple of three, so that pieces of Base64 join without padding. */
const chunkBytes = 192 * 1024

/** Yields the data URL of a picture in pieces, so that a large one never blocks. */
export async function* pictureData(path: string, mime: string): AsyncGenerator<string> {
  yield `data:${mime};base64,`
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.toString('base64', 0, whole)
    rest = Buffer.from(bytes.subarray(whole))
  }
  yield rest.toString('base64')
}

/** Returns true if a browser can show it as a picture. */
export function isShownPicture(mime: string): boolean {
  return /^image\/(?:png|jpeg|webp|gif|avif|bmp)$/.test(mime)
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Resolves to true if a file begins like a PNG. */
export async function isPng(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(pngSignature.length), 0, pngSignature.length, 0)
    return buffer.equals(pngSignature)
  } finally {
    await file.close()
  }
}
