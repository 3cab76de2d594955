/** Runs work on one id in sequence, while work on different ids runs in parallel. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>()

  /** Runs `work` after all earlier work for this id has settled. Rejects as `work` does. */
  async run<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(id)
    const turn = (async () => {
      await before?.catch(() => undefined)
      return await work()
    })()
    this.last.set(id, turn)
    try {
      return await turn
    } finally {
      if (this.last.get(id) === turn) this.last.delete(id)
    }
  }
}
