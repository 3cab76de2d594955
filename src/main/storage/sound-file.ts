import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** Resolves to true if a library file exists with the content that its name states. */
export async function isSound(path: string, id: string, bytes: number): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile() || found.size !== bytes) return false
  return (await hashOf(createReadStream(path)).catch(() => '')) === id
}

/** Resolves to the SHA-256 of a stream, in hexadecimal. */
export async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
