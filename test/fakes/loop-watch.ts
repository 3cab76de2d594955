/** Measures how long this thread is held at a stretch, by its own processor time: other programs do not count. */
export class LoopWatch {
  private busiestMs = 0

  /** Runs `work`, and returns its value. Nests with nothing. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    let last = process.threadCpuUsage()
    const look = (): void => {
      const { system, user } = process.threadCpuUsage(last)
      this.busiestMs = Math.max(this.busiestMs, (system + user) / 1000)
      last = process.threadCpuUsage()
    }
    const timer = setInterval(look, 1)
    try {
      return await work()
    } finally {
      look()
      clearInterval(timer)
    }
  }

  /** Returns the longest stretch since the last call, in ms. */
  take(): number {
    const ms = this.busiestMs
    this.busiestMs = 0
    return ms
  }
}
