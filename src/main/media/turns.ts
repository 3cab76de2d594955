/** Lets what is done with one thing take turns, while different things go on beside each other. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>()

  /** Runs `work` when everything that was begun before for this id has ended, however it ended. Rejects as `work` does. */
  async take<T>(id: string, work: () => Promise<T>): Promise<T> {
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
