import { unzipSync, zipSync } from 'fflate'
import { craftedZip } from './crafted-zip.ts'
import { everything } from './everything.ts'
import { hostileImports } from './hostile-imports.ts'
import { Choices } from './seeded-random.ts'
import { foreignSamples, TransferApp } from './transfer.ts'

/** An import with its origin. */
export interface NamedImport {
  readonly name: string
  readonly file: string
  readonly bytes: Buffer
}

interface Original {
  readonly name: string
  readonly file: string
  /** The files of a ZIP, or a single file. */
  readonly files: Readonly<Record<string, Uint8Array>>
}

/** Lengths that an index may claim, in bytes. */
const lengths = [0, 1, 70_000, 2 ** 31, 2 ** 32 - 2]
const json = /\.json$/

/** Mutates valid imports of every format: bytes, JSON, files of a ZIP, its index. Also yields crafted ones. */
export class ImportFuzz {
  private readonly choices: Choices
  private readonly originals: readonly Original[]
  /** Texts that lead out of the data folder, or to a listening address. */
  private readonly lures: readonly string[]

  private constructor(seed: number, originals: readonly Original[], lures: readonly string[]) {
    this.choices = new Choices(seed)
    this.originals = originals
    this.lures = lures
  }

  static async make(seed: number, lures: readonly string[]): Promise<ImportFuzz> {
    const { chatgpt, 'cherry-studio': cherry, ...others } = foreignSamples
    const originals = [
      { name: 'atelier', file: 'a.zip', files: unzipSync(await ownExport()) },
      { name: 'chatgpt', file: 'a.zip', files: unzipSync(chatgpt.bytes()) },
      { name: 'cherry-studio', file: 'a.zip', files: unzipSync(cherry.bytes()) },
      ...Object.entries(others).map(([name, { bytes }]) => ({ name, file: 'a.json', files: { 'a.json': bytes() } })),
    ]
    return new ImportFuzz(seed, originals, lures)
  }

  next(): NamedImport {
    if (this.choices.random() < 0.02) {
      const { name, file, bytes } = this.choices.one(hostileImports)
      return { name, file, bytes: bytes() }
    }
    const { name, file, files } = this.choices.one(this.originals)
    const changed = this.choices.random() < 0.75 ? this.changedJson(files) : files
    if (file.endsWith('.json')) {
      const [bytes = new Uint8Array()] = Object.values(changed)
      return { name, file, bytes: this.perhaps(Buffer.from(bytes)) }
    }
    return { name, file, bytes: this.perhaps(this.packed(changed)) }
  }

  private packed(files: Readonly<Record<string, Uint8Array>>): Buffer {
    const entries = Object.entries(files).map(([name, bytes]) => ({ name, bytes }))
    if (this.choices.random() < 0.7) return Buffer.from(zipSync({ ...files }, { level: 1 }))
    const at = this.choices.below(entries.length)
    const one = this.choices.one(entries)
    switch (this.choices.below(5)) {
      case 0:
        return craftedZip([...entries, { ...one, name: `${one.name}x`, at }])
      case 1:
        return craftedZip([...entries, one])
      case 2:
        return craftedZip(
          entries.map((entry, index) => (index === at ? { ...entry, claimed: this.choices.one(lengths) } : entry)),
        )
      case 3:
        return craftedZip(entries.map((entry, index) => (index === at ? { ...entry, name: this.lure() } : entry)))
      default:
        return craftedZip(entries.filter((_, index) => index !== at))
    }
  }

  /** Changes bytes in a few of the cases. */
  private perhaps(bytes: Buffer): Buffer {
    if (this.choices.random() < 0.7 || bytes.length === 0) return bytes
    const changed = Buffer.from(bytes)
    const at = this.choices.below(bytes.length)
    switch (this.choices.below(4)) {
      case 0:
        changed[at] = (changed[at] ?? 0) ^ (1 << this.choices.below(8))
        return changed
      case 1:
        return changed.subarray(0, at)
      case 2:
        return Buffer.concat([changed.subarray(0, at), changed.subarray(at + 1 + this.choices.below(64))])
      default:
        return changed.fill(this.choices.below(256), at, Math.min(changed.length, at + this.choices.one([1, 2, 4, 8])))
    }
  }

  private changedJson(files: Readonly<Record<string, Uint8Array>>): Record<string, Uint8Array> {
    const names = Object.keys(files).filter((name) => json.test(name))
    const name = this.choices.one(names)
    const value: unknown = JSON.parse(Buffer.from(files[name] ?? new Uint8Array()).toString())
    const changes = 1 + this.choices.below(3)
    let changed = value
    for (let done = 0; done < changes; done += 1) changed = this.changedValue(changed, this.choices.below(12))
    // values that JSON.stringify cannot write
    const text = (JSON.stringify(changed) ?? 'null').replace('"@huge"', '1e999').replace('"@deep"', '['.repeat(5_000))
    return { ...files, [name]: Buffer.from(text) }
  }

  /** Descends `depth` random levels and changes a value. */
  private changedValue(value: unknown, depth: number): unknown {
    if (depth === 0 || typeof value !== 'object' || value === null) return this.hostile(value)
    if (Array.isArray(value)) {
      if (value.length === 0) return this.hostile(value)
      const at = this.choices.below(value.length)
      const chosen: unknown = value[at]
      switch (this.choices.below(8)) {
        case 0:
          return [...value, chosen]
        case 1:
          return value.toSpliced(at, 1)
        default:
          return value.with(at, this.changedValue(chosen, depth - 1))
      }
    }
    const keys = Object.keys(value)
    if (keys.length === 0) return this.hostile(value)
    const key = this.choices.one(keys)
    const entries = Object.entries(value).flatMap(([name, inner]): (readonly [string, unknown])[] => {
      if (name !== key) return [[name, inner]]
      const random = this.choices.random()
      if (random < 0.04) return []
      if (random < 0.08) return [[this.choices.one(['__proto__x', 'constructor', '', this.lure()]), inner]]
      return [[name, this.changedValue(inner, depth - 1)]]
    })
    return Object.fromEntries(entries)
  }

  private hostile(value: unknown): unknown {
    switch (this.choices.below(9)) {
      case 0:
        return this.lure()
      case 1:
        return this.number()
      case 2:
        return null
      case 3:
        return this.choices.one([[], {}, [[]], true, '', '@huge', '@deep'])
      case 4:
        return `a\0b\ud800${'x'.repeat(this.choices.one([1, 300, 70_000]))}`
      case 5:
        return Array.from({ length: this.choices.one([2, 50, 1_500]) }, () => value)
      case 6:
        return `data:image/png;base64,${'A'.repeat(this.choices.below(200))}`
      case 7:
        return { kind: 'file', path: this.lure(), url: this.lure(), gatewayUrl: this.lure() }
      default:
        return typeof value === 'string' ? value + value : value
    }
  }

  private lure(): string {
    return this.choices.one(this.lures)
  }

  private number(): number {
    return this.choices.one([0, -1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 32 - 1, 2 ** 53, -8.64e15, 8.64e15, 1e-9])
  }
}

/** Atelier's own export of one item of every kind. */
async function ownExport(): Promise<Buffer> {
  const from = await TransferApp.start(everything)
  try {
    await from.call('transfer.export', { keys: null })
    return from.exported()
  } finally {
    await from.close()
    from.remove()
  }
}
