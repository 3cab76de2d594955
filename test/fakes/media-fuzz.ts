import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Choices } from './seeded-random.ts'
import { aiffFile, auFile, cafFile, riffChunk, tone, waveFile } from './sound-files.ts'

/** A file with its origin. */
export interface NamedMedia {
  readonly name: string
  readonly bytes: Buffer
}

const root = join(import.meta.dirname, '../..')
const folders = ['resources/demo-gateway', 'test/fixtures/sound', 'test/fixtures/hostile-media']
const sizes = [0x00, 0x01, 0x7f, 0x80, 0xff]

/** Mutates valid and hostile videos and sound: bytes, bits, numbers, and cut, repeated or removed ranges. */
export class MediaFuzz {
  private readonly choices: Choices
  private readonly originals: readonly NamedMedia[]

  constructor(seed: number) {
    this.choices = new Choices(seed)
    const files = folders.flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => !name.endsWith('.md'))
        .sort()
        .map((name) => ({ name, bytes: readFileSync(join(root, folder, name)) })),
    )
    const sound = tone(0.2)
    this.originals = [
      ...files,
      { name: 'made.wav', bytes: waveFile(sound, { behind: riffChunk('LIST', Buffer.from('INFOISFT')) }) },
      { name: 'made.aiff', bytes: aiffFile(sound) },
      { name: 'made.caf', bytes: cafFile(sound) },
      { name: 'made.au', bytes: auFile(sound) },
    ]
  }

  next(): NamedMedia {
    const { name, bytes } = this.choices.one(this.originals)
    let mutated: Buffer = Buffer.from(bytes)
    const changes = this.choices.random() < 0.6 ? 1 : 2 + this.choices.below(4)
    for (let done = 0; done < changes; done += 1) mutated = this.changed(mutated)
    return { name, bytes: mutated }
  }

  private changed(bytes: Buffer): Buffer {
    if (bytes.length === 0) return bytes
    const at = this.place(bytes)
    const long = 1 + this.choices.below(Math.min(64, bytes.length))
    switch (this.choices.below(8)) {
      case 0:
        bytes[at] = this.choices.below(256)
        return bytes
      case 1:
      case 2:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << this.choices.below(8))
        return bytes
      case 3:
        bytes[at] = this.choices.one(sizes)
        return bytes
      case 4:
        return bytes.fill(this.choices.one(sizes), at, Math.min(bytes.length, at + this.choices.one([2, 4, 8])))
      case 5:
        return bytes.subarray(0, at)
      case 6:
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + long)])
      default:
        return Buffer.concat([bytes.subarray(0, at + long), bytes.subarray(at)])
    }
  }

  /** Mostly a place near the beginning, where headers are. */
  private place(bytes: Buffer): number {
    return this.choices.below(this.choices.random() < 0.7 ? Math.min(bytes.length, 2_000) : bytes.length)
  }
}
