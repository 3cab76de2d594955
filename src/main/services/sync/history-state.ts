import { isCovered, type Tip, type Vector, vectorOf } from './vector.ts'
import { type Dot, dotKey, type Register, registerKey, type Version } from './version.ts'

/** An erased item, with everything of it that is gone. */
export interface Erased {
  readonly item: string
  readonly seen: Vector
}

/** The whole state of a computer, as others read it. */
export interface Snapshot {
  readonly tips: ReadonlyMap<string, Tip>
  /** The versions that nobody has replaced or erased. */
  readonly versions: readonly Version[]
  /** Versions that were replaced before they were met: dot and register. */
  readonly dead: readonly (readonly [dot: string, register: string])[]
  readonly erasures: readonly Erased[]
}

/** Notices each change of a state, so that it can be stored piece by piece. */
export interface StateWatch {
  addVersion(version: Version): void
  removeVersion(version: Version): void
  setTip(writer: string, tip: Tip): void
  /** A version that was replaced before it was met. */
  addDead(dot: string, register: string): void
  removeDead(dot: string): void
  addErasure(erased: Erased): void
}

/**
 * `gap`: an earlier version of the writer has to be read first. `branch`: it continues another history of a writer with
 * the same name, so that a disk was copied.
 */
export type Applied = 'applied' | 'known' | 'gap' | 'branch'

/**
 * The versions that count, of all computers. Reading the same versions in any order of the writers, alone or within
 * snapshots, leads to the same state. Only versions that the user saw are replaced, so that nothing is lost.
 */
export class HistoryState {
  private readonly tips = new Map<string, Tip>()
  private readonly registers = new Map<string, Map<string, Version>>()
  /** The registers of each item. */
  private readonly items = new Map<string, Set<string>>()
  private readonly dead = new Map<string, string>()
  private readonly erasures = new Map<string, Vector[]>()
  private watch: StateWatch | null = null

  /** Tells `watch` of every change from now on. */
  watchChanges(watch: StateWatch): void {
    this.watch = watch
  }

  /** Returns the last version of a writer that was read. */
  tipOf(writer: string): Tip | undefined {
    return this.tips.get(writer)
  }

  /** Returns how many changes of each writer were read. */
  seen(): Vector {
    return vectorOf(this.tips)
  }

  allTips(): ReadonlyMap<string, Tip> {
    return this.tips
  }

  /** Returns the versions of a register that nobody has replaced. */
  versionsOf(register: Register): readonly Version[] {
    return [...(this.registers.get(registerKey(register))?.values() ?? [])]
  }

  /** Returns the versions of an item in all its registers. */
  versionsOfItem(item: string): readonly Version[] {
    return [...(this.items.get(item) ?? [])].flatMap((key) => [...(this.registers.get(key)?.values() ?? [])])
  }

  /** Adds a version. A writer's versions are added in their order; writers do not wait for each other. */
  apply(version: Version): Applied {
    const { change, dot, previous } = version
    const tip = this.tips.get(dot.writer)
    const last = tip?.number ?? 0
    if (dot.number === last && dot.hash !== tip?.hash) return 'branch'
    if (dot.number <= last) return 'known'
    if (dot.number > last + 1) return 'gap'
    if (previous !== (tip?.hash ?? '')) return 'branch'
    this.setTip(dot.writer, { number: dot.number, hash: dot.hash })
    if (change.kind === 'erasure') this.addErasure(change.item, change.seen)
    else {
      if (change.kind === 'value') this.replace(change.over, registerKey(change.register))
      const register = keyOf(version)
      const isDead = this.dead.get(dotKey(dot)) === register
      this.removeDead(dotKey(dot))
      if (!isDead && !this.isErased(version)) this.addVersion(version)
    }
    return 'applied'
  }

  /**
   * Joins with the snapshot of another computer, which must be complete. A version that it has read and no longer has
   * was replaced or erased there.
   */
  join({ dead, erasures, tips, versions }: Snapshot): void {
    const [here, there] = [this.seen(), vectorOf(tips)]
    const live = new Set(versions.map(({ dot }) => dotKey(dot)))
    const deadThere = new Map(dead)
    for (const [register, held] of [...this.registers])
      for (const [key, { dot }] of [...held]) {
        const isGone = isCovered(there, dot) ? !live.has(key) : deadThere.get(key) === register
        if (isGone) this.removeVersion(register, key)
      }
    for (const { item, seen } of erasures) this.addErasure(item, seen)
    for (const version of versions) {
      const isDead = this.dead.get(dotKey(version.dot)) === keyOf(version)
      // the snapshot may come from a computer that had not heard of an erasure
      if (!isCovered(here, version.dot) && !isDead && !this.isErased(version)) this.addVersion(version)
    }
    for (const [writer, tip] of tips) if (tip.number > (this.tips.get(writer)?.number ?? 0)) this.setTip(writer, tip)
    for (const [dot, register] of dead) this.addDead(dot, register)
    const seen = this.seen()
    for (const dot of [...this.dead.keys()]) if (isCovered(seen, dotOf(dot))) this.removeDead(dot)
  }

  snapshot(): Snapshot {
    return {
      tips: new Map(this.tips),
      versions: [...this.registers.values()].flatMap((held) => [...held.values()]),
      dead: [...this.dead],
      erasures: [...this.erasures].flatMap(([item, all]) => all.map((seen) => ({ item, seen }))),
    }
  }

  private replace(over: readonly Dot[], register: string): void {
    for (const dot of over) {
      if (dot.number > (this.tips.get(dot.writer)?.number ?? 0)) this.addDead(dotKey(dot), register)
      this.removeVersion(register, dotKey(dot))
    }
  }

  private addVersion(version: Version): void {
    const register = keyOf(version)
    const held = this.registers.get(register) ?? new Map<string, Version>()
    held.set(dotKey(version.dot), version)
    this.registers.set(register, held)
    const item = itemOf(version)
    const registers = this.items.get(item) ?? new Set<string>()
    registers.add(register)
    this.items.set(item, registers)
    this.watch?.addVersion(version)
  }

  private removeVersion(register: string, key: string): void {
    const held = this.registers.get(register)
    const version = held?.get(key)
    if (held === undefined || version === undefined) return
    held.delete(key)
    this.watch?.removeVersion(version)
    if (held.size > 0) return
    this.registers.delete(register)
    this.items.get(itemOf(version))?.delete(register)
  }

  private setTip(writer: string, tip: Tip): void {
    this.tips.set(writer, tip)
    this.watch?.setTip(writer, tip)
  }

  private addDead(dot: string, register: string): void {
    this.dead.set(dot, register)
    this.watch?.addDead(dot, register)
  }

  private removeDead(dot: string): void {
    if (this.dead.delete(dot)) this.watch?.removeDead(dot)
  }

  private addErasure(item: string, seen: Vector): void {
    const all = this.erasures.get(item) ?? []
    if (all.some((other) => isSame(other, seen))) return
    this.erasures.set(item, [...all, seen])
    this.watch?.addErasure({ item, seen })
    this.removeErased(item)
  }

  private removeErased(item: string): void {
    for (const version of this.versionsOfItem(item))
      if (this.isErased(version)) this.removeVersion(keyOf(version), dotKey(version.dot))
  }

  private isErased(version: Version): boolean {
    return this.erasures.get(itemOf(version))?.some((seen) => isCovered(seen, version.dot)) ?? false
  }
}

/** A change that nobody here knows has a register of its own, so that it is in every snapshot. */
function keyOf({ change, dot }: Version): string {
  return change.kind === 'value'
    ? registerKey(change.register)
    : registerKey({ item: '', entity: '', row: dotKey(dot), field: '' })
}

function itemOf({ change }: Version): string {
  return change.kind === 'value' ? change.register.item : ''
}

function dotOf(key: string): { readonly writer: string; readonly number: number } {
  const [writer = '', number = ''] = key.split(' ')
  return { writer, number: Number(number) }
}

function isSame(a: Vector, b: Vector): boolean {
  return a.size === b.size && [...a].every(([writer, number]) => b.get(writer) === number)
}
