/**
 * Reads a file of the library by its URL (`mediaBase` and an id), the only thing that the page may ask for by itself.
 * Rejects where it is gone, or with the signal.
 */
export async function readMedia(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`no such file in the library: ${response.status}`)
  return await response.blob()
}
