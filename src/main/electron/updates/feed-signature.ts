import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Name of the publisher's public key in the resources of a build. A build without it relies on its address alone. */
export const keyFileName = 'update-key.pem'

/** Suffix of a signature's file, after the feed's name. The file holds Ed25519 over the feed's bytes, as base64. */
export const signatureSuffix = '.sig'

/** Reads the publisher's public key; null if a build has none. Throws for a file without an Ed25519 key. */
export function readFeedKey(path: string): KeyObject | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw cause
  }
  const key = createPublicKey(text)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key of updates is not of Ed25519')
  return key
}

/** Returns true if the publisher signed these bytes. */
export function isSigned(feed: Uint8Array, signature: string, key: KeyObject): boolean {
  const text = signature.trim()
  return /^[A-Za-z0-9+/]{86}==$/.test(text) && verify(null, feed, key, Buffer.from(text, 'base64'))
}
