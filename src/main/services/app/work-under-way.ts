/** Sources of work under way, by the effect of quitting. Each is queried when needed. */
export interface WorkSources {
  /** Answers, requests and recordings that the end of the app breaks off; what has come of them stays. */
  readonly interrupted: readonly (() => number)[]
  /** Imports and exports, which the end of the app takes back. */
  readonly transfer: () => boolean
  /** A backup that is made, checked or restored. */
  readonly backup: () => boolean
  /** Videos that the gateway goes on with. */
  readonly goingOn: () => number
}

/** Counts for the question before quitting. */
export interface Leaving {
  readonly interrupted: number
  /** How many imports, exports and backups are cancelled; nothing that is there already changes. */
  readonly cancelled: number
  readonly goingOn: number
}

/** The one place that knows whether the app is busy. */
export class WorkUnderWay {
  private readonly sources: WorkSources

  constructor(sources: WorkSources) {
    this.sources = sources
  }

  private interrupted(): number {
    return this.sources.interrupted.reduce((sum, count) => sum + count(), 0)
  }

  /** Whether a backup or a move of the data folder should wait. Backups themselves take turns elsewhere. */
  get busy(): boolean {
    return this.interrupted() > 0 || this.sources.transfer()
  }

  leaving(): Leaving {
    const { backup, goingOn, transfer } = this.sources
    return {
      interrupted: this.interrupted(),
      cancelled: Number(transfer()) + Number(backup()),
      goingOn: goingOn(),
    }
  }
}
