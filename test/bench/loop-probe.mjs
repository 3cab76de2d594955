// Runs inside main (`node --import`). At each SIGUSR2 it reports the longest event-loop block since the last one.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.on('SIGUSR2', () => {
    const ms = (nanoseconds) => nanoseconds / 1e6
    process.stderr.write(`loop ${JSON.stringify({ p99: ms(delay.percentile(99)), worst: ms(delay.max) })}\n`)
    delay.reset()
  })
}
