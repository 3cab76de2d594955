import type { Exchange } from '../../src/main/services/sync/exchange.ts'
import type { Snapshot } from '../../src/main/services/sync/history-state.ts'
import type { SyncLedger } from '../../src/main/services/sync/sync-ledger.ts'
import type { Dot, Register, Version, WrittenValue } from '../../src/main/services/sync/version.ts'
import { Choices } from './seeded-random.ts'
import { FaultyPlace, Interrupted, MemoryLedger, type SyncModules, smallSizes } from './sync-world.ts'
import { unsealedFiles } from './unsealed-files.ts'

/** A version that a person wrote, and what it replaced or erased in their sight. */
interface Written {
  readonly register: Register | null
  readonly replaced: readonly string[]
  /** Everything of the item that was there when it was moved to the bin; null for other versions. */
  readonly deleted: ReadonlySet<string> | null
  /** False if it may have been lost with its disk, before any place held it. Nobody can promise it then. */
  readonly isSafe: boolean
}

export interface SimulationResult {
  /** Breaches of what sync promises; empty if it holds. */
  readonly problems: readonly string[]
  readonly computers: number
  readonly versions: number
  readonly requests: number
  readonly interruptions: number
  readonly restores: number
  readonly hasGoneBack: boolean
  /** Registers that show other versions besides the last. */
  readonly withOthers: number
  readonly snapshots: number
}

/** The ledgers of the simulated computers. */
export interface SimulatedLedgers {
  makeLedger(writer: string): SyncLedger
  /** Returns the ledger as another process finds it. */
  reopen(ledger: SyncLedger): SyncLedger
}

interface World {
  readonly choices: Choices
  readonly ledgers: SimulatedLedgers
  readonly modules: SyncModules
  readonly place: FaultyPlace
  readonly truth: Map<string, Written>
  now: number
  numbers: number
  interruptions: number
}

const root = 'atelier-together-group'
const items = 6

/** One computer with a clock of its own. */
class Computer {
  ledger: SyncLedger
  isOnline = true
  private readonly world: World
  private exchange: Exchange | null = null
  private skewMs: number
  private lastStamp = 0

  constructor(world: World) {
    const { choices } = world
    this.world = world
    this.skewMs = Math.round((choices.random() - 0.5) * 4 * dayMs * (choices.random() < 0.3 ? 1 : 0.001))
    this.ledger = this.emptyLedger()
  }

  /** Does something that a person does. The process may end meanwhile. */
  act(): void {
    try {
      this.actOnce()
    } catch (cause) {
      this.endProcess(cause)
    }
  }

  private endProcess(cause: unknown): void {
    if (!(cause instanceof Interrupted)) throw cause
    this.exchange = null
    this.ledger = this.world.ledgers.reopen(this.ledger)
  }

  private actOnce(): void {
    const { choices, modules, numbers } = this.world
    const item = `c${choices.below(items)}`
    const isGone = modules.shown.isInBin(this.ledger.state, item)
    const chance = choices.random()
    if (chance < 0.42) {
      if (!isGone) this.writeValue(registerOf(item, 'message', `m${numbers}`), `text ${numbers}`)
    } else if (chance < 0.67) {
      if (!isGone) this.writeValue(registerOf(item, 'chat', item, 'title'), `title ${numbers}`)
    } else if (chance < 0.77) this.writeValue(registerOf('p', 'prompt', `p${choices.below(3)}`), `prompt ${numbers}`)
    else if (chance < 0.86) this.writeValue(registerOf(item, 'bin', item), !isGone, this.ledger.state.seen())
    else if (chance < 0.9) {
      if (isGone) this.erase(item)
    } else if (chance < 0.95) this.writeValue(registerOf(item, 'message', 'imported'), 'the same import everywhere')
    else this.skewMs += Math.round((choices.random() - 0.5) * 2 * dayMs)
  }

  /** Exchanges once. A round that is interrupted is followed by another process. */
  async sync(): Promise<void> {
    if (!this.isOnline) return
    const { modules, place } = this.world
    this.exchange ??= new modules.exchange.Exchange({
      place,
      root,
      ledger: this.ledger,
      sizes: smallSizes,
      seal: unsealedFiles,
    })
    try {
      await this.exchange.round()
    } catch (cause) {
      if (!(cause instanceof Interrupted)) throw cause
      this.world.interruptions += 1
      if (this.world.choices.random() < 0.5) this.endProcess(cause)
    }
  }

  /** Goes back to an earlier state of its disk, as from a backup, under a new name. */
  restore(before: Snapshot): void {
    this.forgetUnsent()
    this.ledger = this.emptyLedger()
    this.exchange = null
    for (let isJoined = false; !isJoined; )
      try {
        this.ledger.joinSnapshot(before)
        isJoined = true
      } catch (cause) {
        this.endProcess(cause)
      }
  }

  /** Copies the disk, as a backup does. */
  copy(): Snapshot {
    return this.ledger.state.snapshot()
  }

  /** Returns everything that a person sees. */
  view(): string {
    const { state } = this.ledger
    const { shown } = this.world.modules
    const versions = state.snapshot().versions
    const registers = new Map(
      versions.flatMap(({ change }) =>
        change.kind === 'value' ? [[keyOf(change.register), change.register] as const] : [],
      ),
    )
    const values = [...registers]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, register]) => [key, shown.shownValue(state.versionsOf(register), 'each version')])
    const bin = Array.from({ length: items }, (_, at) => shown.isInBin(state, `c${at}`))
    return JSON.stringify([values, bin])
  }

  private writeValue(register: Register, value: WrittenValue['value'], seen: WrittenValue['seen'] = null): void {
    const before = this.ledger.state.versionsOf(register)
    const over = before.map(({ dot }) => dot)
    const there = this.ledger.state.versionsOfItem(register.item)
    const version = this.makeVersion(before, { kind: 'value', register, value, over, seen })
    const deleted = seen === null ? null : new Set(there.map(({ dot }) => dotKey(dot)))
    this.world.truth.set(dotKey(version.dot), { register, replaced: over.map(dotKey), deleted, isSafe: true })
  }

  private erase(item: string): void {
    const gone = this.ledger.state.versionsOfItem(item).map(({ dot }) => dotKey(dot))
    const version = this.makeVersion([], { kind: 'erasure', item, seen: this.ledger.state.seen() })
    this.world.truth.set(dotKey(version.dot), { register: null, replaced: gone, deleted: null, isSafe: true })
  }

  private makeVersion(
    before: readonly Version[],
    change: Parameters<SyncModules['version']['makeVersion']>[1],
  ): Version {
    const { makeVersion, nextStamp } = this.world.modules.version
    const tip = this.ledger.state.tipOf(this.ledger.writer)
    this.lastStamp = nextStamp(this.world.now + this.skewMs, this.lastStamp, before)
    this.world.numbers += 1
    const { writer } = this.ledger
    const version = makeVersion(
      { writer, number: (tip?.number ?? 0) + 1, previous: tip?.hash ?? '', stamp: this.lastStamp },
      change,
    )
    this.ledger.addOwn(version)
    return version
  }

  private forgetUnsent(): void {
    const { truth } = this.world
    for (const [key, written] of truth)
      if (key.startsWith(this.ledger.writer)) truth.set(key, { ...written, isSafe: false })
  }

  private emptyLedger(): SyncLedger {
    const { choices, ledgers } = this.world
    const digits = Array.from({ length: 32 }, () => choices.below(16).toString(16)).join('')
    const writer = digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
    return ledgers.makeLedger(writer)
  }
}

const dayMs = 86_400_000

function registerOf(item: string, entity: string, row: string, field = ''): Register {
  return { item, entity, row, field }
}

function keyOf({ entity, field, item, row }: Register): string {
  return `${item}/${entity}/${row}/${field}`
}

function dotKey({ writer, number, hash }: Dot): string {
  return `${writer} ${number} ${hash}`
}

/**
 * Lets computers work together for a while: some join late, clocks are off by days, uploads are cut, listings are old,
 * a disk or the place goes back. Then all read the place without faults, and the promises are checked.
 */
export async function simulateSync(
  modules: SyncModules,
  seed: number,
  ledgers: SimulatedLedgers = inMemory(modules),
): Promise<SimulationResult> {
  const choices = new Choices(seed)
  const place = new FaultyPlace(choices)
  const world: World = { choices, ledgers, modules, place, truth: new Map(), now: 1.8e12, numbers: 0, interruptions: 0 }
  const all = Array.from({ length: 2 + choices.below(9) }, () => new Computer(world))
  const late = all.splice(Math.ceil(all.length * 0.7))
  for (const computer of late) for (let at = 0; at < 20; at += 1) computer.act()
  let hasGoneBack = false
  let restores = 0
  let backup: { readonly computer: Computer; readonly disk: Snapshot } | null = null
  const steps = 150 + choices.below(150)
  for (let step = 0; step < steps; step += 1) {
    world.now += choices.below(60_000)
    const computer = choices.one(all)
    const chance = choices.random()
    if (chance < 0.55) computer.act()
    else if (chance < 0.59) computer.isOnline = !computer.isOnline
    else await computer.sync()
    if (choices.random() < 0.05) place.remember()
    if (late.length > 0 && choices.random() < 0.03) all.push(...late.splice(0, 1))
    if (!hasGoneBack && choices.random() < 0.004) hasGoneBack = place.goBack()
    if (choices.random() < 0.01) backup = { computer, disk: computer.copy() }
    if (backup !== null && choices.random() < 0.005) {
      backup.computer.restore(backup.disk)
      backup = null
      restores += 1
    }
  }
  all.push(...late)
  place.isHonest = true
  for (const computer of all) computer.isOnline = true
  for (let round = 0; round < 2 * checkRounds; round += 1) for (const computer of all) await computer.sync()
  return {
    problems: problemsOf(world, all),
    computers: all.length,
    versions: world.truth.size,
    requests: place.requests,
    interruptions: world.interruptions,
    restores,
    hasGoneBack,
    withOthers: (all[0]?.view().match(/"others":\[[^\]]/g) ?? []).length,
    snapshots: [...place.files.keys()].filter((path) => path.startsWith(`${root}/base/`)).length,
  }
}

function inMemory({ state }: SyncModules): SimulatedLedgers {
  return { makeLedger: (writer) => new MemoryLedger(writer, new state.HistoryState()), reopen: (ledger) => ledger }
}

/** In so many rounds every computer looks once at all of its files. */
const checkRounds = 31

function problemsOf({ modules, truth }: World, all: readonly Computer[]): readonly string[] {
  const problems: string[] = []
  const views = new Set(all.map((computer) => computer.view()))
  if (views.size !== 1) problems.push(`${views.size} views of one history`)
  const replacedBy = (written: readonly Written[]) => new Set(written.flatMap(({ replaced }) => replaced))
  const replaced = replacedBy([...truth.values()])
  const surelyReplaced = replacedBy([...truth.values()].filter(({ isSafe }) => isSafe))
  for (const [at, { ledger }] of all.entries()) {
    const live = new Set(ledger.state.snapshot().versions.map(({ dot }) => dotKey(dot)))
    const lost = [...truth].find(
      ([key, { isSafe, register }]) => register !== null && isSafe && !replaced.has(key) && !live.has(key),
    )
    if (lost !== undefined) problems.push(`computer ${at} lost ${lost[0]}`)
    const back = [...live].find((key) => surelyReplaced.has(key))
    for (const item of hiddenItems(truth, modules, ledger)) problems.push(`computer ${at} hides what is new in ${item}`)
    if (back !== undefined) problems.push(`computer ${at} shows ${back} again`)
  }
  return problems
}

/** Returns the items in the bin that hold something of which no deletion knew. */
function hiddenItems(truth: World['truth'], { shown }: SyncModules, { state }: SyncLedger): readonly string[] {
  return Array.from({ length: items }, (_, at) => `c${at}`).filter((item) => {
    if (!shown.isInBin(state, item)) return false
    const versions = state.versionsOfItem(item).map(({ dot }) => dotKey(dot))
    const deletions = versions.flatMap((key) => truth.get(key)?.deleted ?? [])
    return versions.some(
      (key) => truth.get(key)?.register?.entity !== 'bin' && deletions.every((seen) => !seen.has(key)),
    )
  })
}
