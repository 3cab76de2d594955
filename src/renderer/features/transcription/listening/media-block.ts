import { readMediaRange } from '../../../platform/bridge/media.ts'

const attempts = 3

/** Reads bytes of a recording. The server is local, so three failures mean that the file is gone. */
export async function readBlock(url: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readMediaRange(url, from, to)
    } catch (cause) {
      if (attempt === attempts) throw cause
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** attempt))
    }
  }
}
