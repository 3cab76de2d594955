import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { PageWork } from './frames.ts'
import { seedGallery } from './gallery-seed.ts'
import { proportionalMb, residentMb } from './machine.ts'
import { measureFirstOpenings, measureLaterOpenings, measureScroll, type Opening, scroll, withApp } from './panel.ts'

export interface GalleryFigures {
  readonly images: number
  readonly open: Opening
  readonly scroll: PageWork
  /**
   * Memory of the page's process (shared pages counted proportionally): after that, right after scrolling through
   * everything, and ten seconds later.
   */
  readonly pageMb: number | null
  readonly pageMbRushed: number | null
  readonly pageMbRested: number | null
  /** The page's heap, and main's memory, at the end. */
  readonly pageHeapMb: number
  readonly mainMb: number | null
}

/** Measures the gallery of the built app in the browser shell. */
export async function measureGallery(
  browser: Browser,
  images: number,
  log: (line: string) => void,
): Promise<GalleryFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  try {
    log(`seeding ${images} images`)
    await seedGallery(folder, images)
    const first = await measureFirstOpenings(browser, folder, panel)
    return await withApp(browser, folder, async (app) => {
      const open = { ...first, ...(await measureLaterOpenings(app.page, panel)) }
      const scrolled = await measureScroll(app)
      const pageMb = await pageMemory(browser)
      await scroll(app.session, 400_000, 20_000)
      const pageMbRushed = await pageMemory(browser)
      await app.page.waitForTimeout(10_000)
      const heap = await app.session.send('Runtime.getHeapUsage')
      return {
        images,
        open,
        scroll: scrolled,
        pageMb,
        pageMbRushed,
        pageMbRested: await pageMemory(browser),
        pageHeapMb: heap.usedSize / 2 ** 20,
        mainMb: residentMb(app.shell.process.pid ?? 0),
      }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const panel = { name: /^Images/, isDrawn: areTilesDrawn }

function areTilesDrawn(): boolean {
  const tiles = [...document.querySelectorAll<HTMLElement>('[role="list"] [data-image] canvas')]
  const inView = tiles.filter((tile) => tile.getBoundingClientRect().top < innerHeight)
  return inView.length >= 12 && inView.every((tile) => tile.dataset.drawn !== undefined)
}

/** Proportional memory of the page's process, in MB; Linux only, elsewhere null. */
async function pageMemory(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const page = processInfo.filter(({ type }) => type === 'renderer').toSorted((a, b) => b.cpuTime - a.cpuTime)[0]
  return page ? proportionalMb(page.id) : null
}
