/**
 * Fetches a library file by its URL (`mediaBase` and an id), the only thing the page may fetch itself. Rejects if the
 * file is missing, or on abort.
 */
export async function readMedia(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`no such file in the library: ${response.status}`)
  return await response.blob()
}

/** Reads bytes `from` to `to` of a media file. Rejects if it is missing or shorter. */
export async function readMediaRange(url: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { headers: { range: `bytes=${from}-${to - 1}` } })
  if (response.status !== 206) throw new Error(`a range of bytes was answered with ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
