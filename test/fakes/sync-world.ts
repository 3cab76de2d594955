import type * as Exchanges from '../../src/main/services/sync/exchange.ts'
import type { ExchangeSizes } from '../../src/main/services/sync/exchange-writer.ts'
import type * as States from '../../src/main/services/sync/history-state.ts'
import type { Snapshot } from '../../src/main/services/sync/history-state.ts'
import type { SharedPlace } from '../../src/main/services/sync/shared-place.ts'
import type * as Shown from '../../src/main/services/sync/shown-value.ts'
import type { SyncLedger } from '../../src/main/services/sync/sync-ledger.ts'
import type * as Versions from '../../src/main/services/sync/version.ts'
import { makeVersion, type Version } from '../../src/main/services/sync/version.ts'
import type { Choices } from './seeded-random.ts'

/** The modules of sync: the product's, or copies with a fault that a test has to notice. */
export interface SyncModules {
  readonly exchange: typeof Exchanges
  readonly state: typeof States
  readonly shown: typeof Shown
  readonly version: typeof Versions
}

/** A process that ends between two lines, or a place that does not answer. */
export class Interrupted extends Error {}

/** A place with the faults of real ones, until it is `honest`. */
export class FaultyPlace implements SharedPlace {
  files = new Map<string, Uint8Array<ArrayBuffer>>()
  isHonest = false
  requests = 0
  private readonly past: Map<string, Uint8Array<ArrayBuffer>>[] = []
  private readonly choices: Choices

  constructor(choices: Choices) {
    this.choices = choices
  }

  /** Keeps the present files, to go back to them or to list them later. */
  remember(): void {
    this.past.push(new Map(this.files))
    if (this.past.length > 6) this.past.shift()
  }

  /** Replaces all files by earlier ones. Returns false if there are none. */
  goBack(): boolean {
    const [first] = this.past
    if (first !== undefined) this.files = new Map(first)
    return first !== undefined
  }

  async listFolder(folder: string) {
    this.request()
    const { choices } = this
    const isOld = !this.isHonest && this.past.length > 0 && choices.random() < 0.1
    const listed = isOld ? choices.one(this.past) : this.files
    const isPartial = !this.isHonest && choices.random() < 0.1
    const entries = new Map<string, number | null>()
    for (const [path, { length }] of listed) {
      if (!path.startsWith(`${folder}/`)) continue
      const [name = '', ...below] = path.slice(folder.length + 1).split('/')
      entries.set(name, below.length > 0 ? null : length)
    }
    const files = [...entries]
      .map(([name, bytes]) => ({ name, bytes }))
      .filter(() => !isPartial || choices.random() < 0.7)
    return { files }
  }

  async readFile(path: string) {
    this.request()
    const body = this.files.get(path)
    if (body === undefined) throw new Error('no such file')
    if (this.isHonest || this.choices.random() > 0.05) return body
    const damaged = new Uint8Array(body)
    const at = this.choices.below(damaged.length)
    damaged[at] = (damaged[at] ?? 0) ^ 1
    return damaged
  }

  async writeFile(path: string, bytes: Uint8Array<ArrayBuffer>) {
    this.request()
    const chance = this.isHonest ? 1 : this.choices.random()
    const isCut = chance < 0.08
    this.files.set(path, isCut ? bytes.slice(0, this.choices.below(bytes.length)) : bytes)
    if (chance < 0.13) throw new Interrupted('stored or not: nobody was told')
  }

  async removeFile(path: string) {
    this.request()
    this.files.delete(path)
  }

  private request(): void {
    this.requests += 1
    if (!this.isHonest && this.choices.random() < 0.02) throw new Interrupted('no answer')
  }
}

/** A ledger that outlives the process of its computer. */
export class MemoryLedger implements SyncLedger {
  readonly writer: string
  readonly state: States.HistoryState
  private readonly own: Version[] = []
  private readonly read = new Set<string>()
  private sealed = 0
  private head = ''

  constructor(writer: string, state: States.HistoryState) {
    this.writer = writer
    this.state = state
  }

  addOwn(version: Version): void {
    this.own.push(version)
    if (this.state.apply(version) !== 'applied') throw new Error('an own version does not follow the last one')
  }

  applyVersions(versions: readonly Version[]): 'applied' | 'gap' | 'branch' {
    for (const version of versions) {
      const applied = this.state.apply(version)
      if (applied === 'gap' || applied === 'branch') return applied
    }
    return 'applied'
  }

  joinSnapshot(snapshot: Snapshot): void {
    this.state.join(snapshot)
  }

  ownVersions(from: number, to: number): readonly Version[] {
    return this.own.slice(Math.max(0, from - 1), Math.max(0, to))
  }

  headName(): string {
    return this.head
  }

  noteHead(name: string): void {
    this.head = name
  }

  sealedTo(): number {
    return this.sealed
  }

  noteSealed(to: number): void {
    this.sealed = to
  }

  hasRead(name: string): boolean {
    return this.read.has(name)
  }

  noteRead(name: string): void {
    this.read.add(name)
  }

  forgetRead(listed: readonly string[]): void {
    for (const name of this.read) if (!listed.includes(name)) this.read.delete(name)
  }
}

/** Sizes so small that a short run has log files, joined ones, packs and snapshots. */
export const smallSizes: ExchangeSizes = { head: 1_200, pack: 3_000, logs: 5, snapshot: 6_000 }

/** Writes a message on the computer of a ledger. */
export function addMessage(ledger: MemoryLedger, value: string): void {
  const { state, writer } = ledger
  const tip = state.tipOf(writer)
  const frame = { writer, number: (tip?.number ?? 0) + 1, previous: tip?.hash ?? '', stamp: 1 }
  const register = { item: 'c', entity: 'message', row: `${writer} ${frame.number}`, field: '' }
  ledger.addOwn(makeVersion(frame, { kind: 'value', register, value, over: [], seen: null }))
}
