// Converts pictures with one engine at its parent's request, and reports each time. A separate process, so that its
// memory can be measured.
import { readFileSync } from 'node:fs'
import { putBackOutside, thumbnailOf, toPng } from '../../src/main/media/picture-conversion.ts'
import { putBackBySharp, thumbnailBySharp, toPngBySharp } from '../fakes/sharp-conversion.ts'

export type PictureOperation = 'thumbnail' | 'png' | 'merge'

export interface PictureWork {
  readonly operation: PictureOperation
  readonly file: string
  readonly mask: string
}

const engine =
  process.argv[2] === 'sharp'
    ? { toPng: toPngBySharp, thumbnailOf: thumbnailBySharp, putBackOutside: putBackBySharp }
    : { toPng, thumbnailOf, putBackOutside }

process.on('message', async (work: PictureWork | 'end') => {
  const ms = work === 'end' ? 0 : await timed(work)
  process.send?.({ ms, peakMb: Math.round(process.resourceUsage().maxRSS / 1024) })
  if (work === 'end') process.disconnect()
})

async function timed({ operation, file, mask }: PictureWork): Promise<number> {
  const bytes = readFileSync(file)
  const hole = operation === 'merge' ? readFileSync(mask) : bytes
  const started = performance.now()
  const made =
    operation === 'thumbnail'
      ? await engine.thumbnailOf(bytes)
      : operation === 'png'
        ? await engine.toPng(bytes)
        : await engine.putBackOutside({ source: bytes, result: bytes, mask: hole })
  if (made === null) throw new Error(`${file} cannot be decoded`)
  return performance.now() - started
}
