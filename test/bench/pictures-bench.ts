import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { randomFrom } from '../fakes/seeded-random.ts'
import type { PictureOperation, PictureWork } from './pictures-run.ts'

const [width, height] = [4000, 3000]
const engines = ['atelier', 'sharp'] as const
type Engine = (typeof engines)[number]

/** Total time of an operation over all its pictures, and their number. */
export interface OperationFigures {
  readonly pictures: number
  readonly atelierMs: number
  readonly sharpMs: number
  /** The app's time divided by sharp's. */
  readonly ratio: number
}

export interface PicturesFigures {
  readonly operations: Readonly<Record<string, OperationFigures>>
  /** Peak resident memory, each measured in its own process. */
  readonly peakMb: Readonly<Record<Engine, number>>
  readonly peakRatio: number
}

/**
 * Converts pictures of 12 megapixels with the app's decoder and with sharp, each in its own process.
 * They alternate picture by picture, so that other load on the machine slows both.
 */
export async function measurePictures(count: number, log: (line: string) => void): Promise<PicturesFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-pictures-'))
  const files = await makePictures(folder)
  const children = new Map(engines.map((engine) => [engine, start(engine)]))
  const kinds = Object.keys(files)
  const total = new Map<string, { pictures: number; atelier: number; sharp: number }>()
  const measure = async (operation: PictureOperation, index: number): Promise<void> => {
    const kind = kinds[index % kinds.length] ?? 'jpeg'
    const work = { operation, file: files[kind] ?? '', mask: join(folder, 'mask.png') }
    const name = `${operation} of ${kind}`
    const sum = total.get(name) ?? { pictures: 0, atelier: 0, sharp: 0 }
    total.set(name, sum)
    sum.pictures += 1
    for (const engine of index % 2 === 0 ? engines : [...engines].reverse())
      sum[engine] += (await ask(children.get(engine), work)).ms
  }
  for (const [operation, every] of [
    ['thumbnail', 1],
    ['png', 1],
    ['merge', 5],
  ] as const) {
    for (let index = 0; index < count; index += every) await measure(operation, index / every)
    log(`${operation}: ${JSON.stringify(Object.fromEntries(total))}`)
  }
  const peakMb = { atelier: await peakOf(children.get('atelier')), sharp: await peakOf(children.get('sharp')) }
  rmSync(folder, { recursive: true, force: true })
  const operations = Object.fromEntries(
    [...total].map(([name, sum]) => [
      name,
      { pictures: sum.pictures, atelierMs: sum.atelier, sharpMs: sum.sharp, ratio: sum.atelier / sum.sharp },
    ]),
  )
  return { operations, peakMb, peakRatio: peakMb.atelier / peakMb.sharp }
}

function start(engine: Engine): ChildProcess {
  return fork(join(import.meta.dirname, 'pictures-run.ts'), [engine], { stdio: 'inherit' })
}

const answerSchema = z.object({ ms: z.number(), peakMb: z.number() })

async function ask(child: ChildProcess | undefined, work: PictureWork | null): Promise<z.infer<typeof answerSchema>> {
  if (!child) throw new Error('no such engine')
  child.send(work ?? 'end')
  const [answer] = await once(child, 'message')
  return answerSchema.parse(answer)
}

async function peakOf(child: ChildProcess | undefined): Promise<number> {
  const { peakMb } = await ask(child, null)
  return peakMb
}

/** Soft colours with the grain of a photograph, in every format, and a mask with a hole in its middle. */
async function makePictures(folder: string): Promise<Readonly<Record<string, string>>> {
  const random = randomFrom(12)
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0, y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let channel = 1; channel <= 3; channel += 1, at += 1)
        pixels[at] = 128 + 60 * Math.sin((x * channel) / 310) * Math.cos(y / (90 * channel)) + 12 * (random() - 0.5)
  const photograph = sharp(pixels, { raw: { width, height, channels: 3 } })
  const files = {
    jpeg: await photograph.clone().jpeg({ quality: 88 }).toBuffer(),
    png: await photograph.clone().png().toBuffer(),
    webp: await photograph.clone().webp({ quality: 85 }).toBuffer(),
  }
  const mask = Buffer.alloc(width * height * 4, 255)
  for (let y = 1000; y < 2000; y += 1) mask.fill(0, (y * width + 1000) * 4, (y * width + 3000) * 4)
  writeFileSync(
    join(folder, 'mask.png'),
    await sharp(mask, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer(),
  )
  return Object.fromEntries(
    Object.entries(files).map(([kind, bytes]) => {
      const file = join(folder, `photograph.${kind}`)
      writeFileSync(file, bytes)
      return [kind, file]
    }),
  )
}
