/** Sources of work under way, by the effect of quitting. Each is queried when needed. */
export interface WorkSources {
  /** Counters of answers, requests and recordings that closing would interrupt; their received part is kept. */
  readonly interrupted: readonly (() => number)[]
  /** True if an import or export runs, which closing would undo. */
  readonly transfer: () => boolean
  /** True if a backup is being made, checked or restored. */
  readonly backup: () => boolean
  /** True if the videos of a storyboard are being joined into one file, which closing would stop. */
  readonly joining: () => boolean
  /** Number of videos that continue at the gateway. */
  readonly goingOn: () => number
  /** Number of temporary chats with anything in them. */
  readonly unkept: () => number
}

/** Amounts of unfinished work, which the question before quitting names. */
export interface Leaving {
  readonly interrupted: number
  /** Number of imports, exports, backups and joined films that quitting would cancel; existing data stay unchanged. */
  readonly cancelled: number
  readonly goingOn: number
  /** Number of temporary chats that quitting would delete. */
  readonly unkept: number
}

/** Returns true if quitting or restarting has no effect on running work. Only this function decides it. */
export function isUneventful(leaving: Leaving): boolean {
  return Object.values(leaving).every((count) => count === 0)
}

/** Detects whether the app is busy; the only code that does. */
export class WorkUnderWay {
  private readonly sources: WorkSources

  constructor(sources: WorkSources) {
    this.sources = sources
  }

  private interrupted(): number {
    return this.sources.interrupted.reduce((sum, count) => sum + count(), 0)
  }

  /** True if a backup or relocation should wait. Backups themselves are queued elsewhere. */
  get busy(): boolean {
    const { joining, transfer } = this.sources
    return this.interrupted() > 0 || transfer() || joining()
  }

  leaving(): Leaving {
    const { backup, goingOn, joining, transfer, unkept } = this.sources
    return {
      interrupted: this.interrupted(),
      cancelled: Number(transfer()) + Number(backup()) + Number(joining()),
      goingOn: goingOn(),
      unkept: unkept(),
    }
  }
}
