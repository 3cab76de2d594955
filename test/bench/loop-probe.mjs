// Runs inside main (`node --import`). At each SIGUSR2 it reports the longest event-loop block since the last one: `worst`
// as waited for, and `busy` as worked by main's own thread, which a busy machine does not lengthen.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const worked = () => {
    const { system, user } = process.threadCpuUsage()
    return (system + user) / 1e3
  }
  let [last, busy] = [worked(), 0]
  setInterval(() => {
    const now = worked()
    busy = Math.max(busy, now - last)
    last = now
  }, 1).unref()
  process.on('SIGUSR2', () => {
    const ms = (nanoseconds) => nanoseconds / 1e6
    process.stderr.write(`loop ${JSON.stringify({ p99: ms(delay.percentile(99)), worst: ms(delay.max), busy })}\n`)
    delay.reset()
    busy = 0
  })
}
