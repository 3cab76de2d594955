import { createReadStream } from 'node:fs'
import { packBytesMax } from '../../../../shared/places-limits.ts'
import { packOverhead } from './pack-keys.ts'

/** Maximum number of pieces wanted for one backup; larger backups get larger pieces, up to the limit. */
const wantedPieces = 32
const [bitsMin, bitsMax] = [18, 24]
const readBytes = 1024 * 1024

export interface PieceSizes {
  readonly min: number
  /** Bits of the rolling hash that must be zero at a cut. */
  readonly bits: number
  readonly max: number
}

/** Returns the piece sizes of a backup: about 256 KiB to 16 MiB. Steps are powers of two, so that most cuts stay. */
export function pieceSizes(bytes: number): PieceSizes {
  const bits = Math.min(bitsMax, Math.max(bitsMin, Math.floor(Math.log2(Math.max(1, bytes / wantedPieces)))))
  return { min: 2 ** (bits - 1), bits: bits - 1, max: Math.min(2 ** (bits + 1), packBytesMax - packOverhead) }
}

/**
 * Cuts a file into pieces at points that depend on its content (a rolling gear hash, as in FastCDC by Xia and others,
 * 2016). An insertion or a change moves only the cuts near it, so a later backup shares most pieces with an earlier
 * one.
 */
export async function* cutPieces(path: string, gear: Uint32Array, sizes: PieceSizes): AsyncGenerator<Buffer> {
  const shift = 32 - sizes.bits
  let held: Buffer[] = []
  let length = 0
  let hash = 0
  for await (const read of createReadStream(path, { highWaterMark: readBytes })) {
    const chunk: Buffer = read
    let start = 0
    for (let at = 0; at < chunk.length; at += 1) {
      length += 1
      // no cut is considered before the minimum length
      if (length < sizes.min) {
        const skipped = Math.min(sizes.min - length - 1, chunk.length - at - 1)
        if (skipped > 0) {
          at += skipped
          length += skipped
        }
        continue
      }
      hash = ((hash << 1) + (gear[chunk[at] ?? 0] ?? 0)) >>> 0
      if (hash >>> shift !== 0 && length < sizes.max) continue
      held.push(chunk.subarray(start, at + 1))
      yield Buffer.concat(held)
      held = []
      start = at + 1
      length = 0
      hash = 0
    }
    // the stream reuses no buffers, so a view stays valid
    if (start < chunk.length) held.push(chunk.subarray(start))
  }
  if (held.length > 0) yield Buffer.concat(held)
}
