import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterEach, beforeEach } from 'vitest'
import { failureReports, forgetReports } from './failure-report.ts'

// A test that waits for a signal for ever says only that. What it had seen, and whether the machine stood still, say why.
const delay = monitorEventLoopDelay({ resolution: 50 })
delay.enable()

beforeEach(() => {
  forgetReports()
  delay.reset()
})

afterEach(({ task }) => {
  const [error] = task.result?.errors ?? []
  if (error === undefined) return
  const pause = `longest pause of the event loop: ${Math.round(delay.max / 1e6)} ms`
  error.message = [error.message, pause, ...failureReports()].join('\n')
})
