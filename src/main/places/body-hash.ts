/** Returns the SHA-256 in hex, computed off the main thread. */
export async function bodyHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
