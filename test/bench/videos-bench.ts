import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { PageWork } from './frames.ts'
import { residentMb } from './machine.ts'
import { measureOpening, measureScroll, type Opening, withApp } from './panel.ts'
import { seedVideos } from './videos-seed.ts'

export interface VideosFigures {
  readonly videos: number
  readonly open: Opening
  readonly scroll: PageWork
  readonly mainMb: number | null
}

/** Measures the queue of finished videos of the built app in the browser shell. */
export async function measureVideos(
  browser: Browser,
  videos: number,
  log: (line: string) => void,
): Promise<VideosFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  try {
    log(`seeding ${videos} videos`)
    await seedVideos(folder, videos)
    return await withApp(browser, folder, async (app) => ({
      videos,
      open: await measureOpening(app.page, /^Videos/, areCardsDrawn),
      scroll: await measureScroll(app),
      mainMb: residentMb(app.shell.process.pid ?? 0),
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function areCardsDrawn(): boolean {
  const cards = [...document.querySelectorAll<HTMLElement>('[role="listitem"][data-job-card]')]
  const inView = cards.filter((card) => card.getBoundingClientRect().top < innerHeight)
  return inView.length >= 4 && inView.every((card) => card.querySelector('canvas[data-drawn], img') !== null)
}
