import type { Browser, CDPSession, Page } from '@playwright/test'
import { z } from 'zod'

/** Work of a page during a measurement. */
export interface PageWork {
  readonly seconds: number
  readonly frames: number
  /** Time between two frames, in ms. */
  readonly frameP50: number
  readonly frameP95: number
  readonly frameWorst: number
  /** Number of tasks over 50 ms, and the longest in ms. */
  readonly longTasks: number
  readonly longestTask: number
  /** Share of one core's time that the page's main thread used; what other processes took is not counted. */
  readonly cpu: number
}

interface Watched {
  readonly frames: number[]
  readonly tasks: number[]
  stop: () => void
}

declare global {
  var benchWatch: Watched | undefined
}

/** Measures frames, long tasks and main-thread time of a page during `run`. */
export async function watchPage(page: Page, session: CDPSession, run: () => Promise<void>): Promise<PageWork> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(() => {
    const frames: number[] = []
    const tasks: number[] = []
    let last = performance.now()
    let running = true
    const frame = (now: number): void => {
      frames.push(now - last)
      last = now
      if (running) requestAnimationFrame(frame)
    }
    requestAnimationFrame((now) => {
      last = now
      requestAnimationFrame(frame)
    })
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration)
    })
    observer.observe({ type: 'longtask' })
    globalThis.benchWatch = {
      frames,
      tasks,
      stop: () => {
        running = false
        observer.disconnect()
      },
    }
  })
  const before = await metrics(session)
  await run()
  const after = await metrics(session)
  const watched = await page.evaluate(() => {
    globalThis.benchWatch?.stop()
    return { frames: globalThis.benchWatch?.frames ?? [], tasks: globalThis.benchWatch?.tasks ?? [] }
  })
  const seconds = after.timestamp - before.timestamp
  const sorted = watched.frames.toSorted((a, b) => a - b)
  return {
    seconds,
    frames: sorted.length,
    frameP50: quantile(sorted, 0.5),
    frameP95: quantile(sorted, 0.95),
    frameWorst: sorted.at(-1) ?? 0,
    longTasks: watched.tasks.length,
    longestTask: Math.max(0, ...watched.tasks),
    cpu: (after.task - before.task) / seconds,
  }
}

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Time of the thread, in µs. */
      tdur: z.number().optional(),
    }),
  ),
})

/**
 * The longest task of the page during `run`, by the time in ms that its thread worked. A task that waits for a core is
 * long without work: the gateway, the shell and the bench share the cores with the page.
 */
export async function longestWork(browser: Browser, page: Page, run: () => Promise<void>): Promise<number> {
  const mark = 'bench-began'
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] })
  await page.evaluate((name) => performance.mark(name), mark)
  await run()
  const { traceEvents } = traceSchema.parse(JSON.parse(String(await browser.stopTracing())))
  const began = traceEvents.find(({ name }) => name === mark)
  if (began === undefined) throw new Error('the trace does not know the page')
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === 'RunTask' && pid === began.pid && tid === began.tid)
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000))
}

/** Waits for the end of all answers. Looks twice a second: Playwright's own waiting computes roles in every frame. */
export async function answersEnded(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          if (document.querySelector('[aria-busy="true"]') !== null) return
          clearInterval(timer)
          resolve()
        }, 20)
      }),
  )
}

async function metrics(session: CDPSession): Promise<{ readonly timestamp: number; readonly task: number }> {
  const { metrics: all } = await session.send('Performance.getMetrics')
  const value = (name: string): number => all.find((metric) => metric.name === name)?.value ?? 0
  return { timestamp: value('Timestamp'), task: value('TaskDuration') }
}

/** The quantile of sorted numbers. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
