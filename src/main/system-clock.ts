import type { Clock } from './platform.ts'

/** Longest wait of a Node timer, in ms; a longer one would end immediately. */
const timerMaxMs = 2 ** 31 - 1

/** The clock and the timers of this computer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => startTimer(ms, run, true),
}

/** The same clock with timers that do not keep the process alive. */
export const backgroundClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => startTimer(ms, run, false),
}

/** Waits in steps, because servers and stored times can request any wait. */
function startTimer(ms: number, run: () => void, keepsAlive: boolean): () => void {
  let timer: NodeJS.Timeout
  const wait = (left: number): void => {
    timer = setTimeout(() => (left > timerMaxMs ? wait(left - timerMaxMs) : run()), Math.min(timerMaxMs, left))
    if (!keepsAlive) timer.unref()
  }
  wait(ms)
  return () => clearTimeout(timer)
}
