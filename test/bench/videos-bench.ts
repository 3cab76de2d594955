import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { PageWork } from './frames.ts'
import { residentMb } from './machine.ts'
import { measureFirstOpenings, measureLaterOpenings, measureScroll, type Opening, withApp } from './panel.ts'
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
    const first = await measureFirstOpenings(browser, folder, panel)
    return await withApp(browser, folder, async (app) => ({
      videos,
      open: { ...first, ...(await measureLaterOpenings(app.page, panel)) },
      scroll: await measureScroll(app),
      mainMb: residentMb(app.shell.process.pid ?? 0),
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const panel = { name: /^Videos/, isDrawn: areCardsDrawn }

function areCardsDrawn(): boolean {
  const cards = [...document.querySelectorAll<HTMLElement>('[role="listitem"][data-job-card]')]
  const inView = cards.filter((card) => card.getBoundingClientRect().top < innerHeight)
  return inView.length >= 4 && inView.every((card) => card.querySelector('canvas[data-drawn], img') !== null)
}
