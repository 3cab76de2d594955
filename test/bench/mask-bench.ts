import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { drawn } from '../fakes/drawn-pictures.ts'
import { startShellProcess } from '../fakes/shell-process.ts'
import { type PageWork, watchPage } from './frames.ts'

export interface MaskFigures {
  /** Side of the picture in pixels. */
  readonly side: number
  /** Five seconds of drawing with a large brush by real pointer events, about one every 4 ms. */
  readonly strokes: PageWork
}

/** Measures drawing a mask on a square picture in the built app. */
export async function measureMask(browser: Browser, side: number, log: (line: string) => void): Promise<MaskFigures> {
  log(`drawing on ${side}×${side}`)
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const gateway = await createDemoGateway()
  const shell = await startShellProcess({
    data: folder,
    environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key },
  })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.goto(shell.link)
    await page
      .getByRole('navigation', { name: 'Panels' })
      .getByRole('button', { name: /^Images/ })
      .click()
    await page
      .getByRole('complementary', { name: 'New images' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: await picture(side) })
    await page.getByRole('button', { name: 'Mask…', exact: true }).click()
    const session = await context.newCDPSession(page)
    const canvas = page.getByLabel('Picture with its mask')
    await canvas.waitFor()
    const box = (await canvas.boundingBox()) ?? { x: 400, y: 100, width: 800, height: 600 }
    const strokes = await watchPage(page, session, () => draw(page, box))
    return { side, strokes }
  } finally {
    await context.close()
    await shell.stop()
    await gateway.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Loops over the whole picture, five strokes of a second each. */
async function draw(page: Page, { x, y, width, height }: Box): Promise<void> {
  const at = (turn: number): readonly [number, number] => [
    x + width / 2 + Math.sin(turn * 2.1) * width * 0.3,
    y + height / 2 + Math.cos(turn * 3.3) * height * 0.4,
  ]
  for (let stroke = 0; stroke < 5; stroke += 1) {
    const began = performance.now()
    await page.mouse.move(...at(stroke))
    await page.mouse.down()
    for (let now = began; now - began < 1000; now = performance.now()) {
      await page.mouse.move(...at(stroke + (now - began) / 250))
      await new Promise((resolve) => setTimeout(resolve, 4))
    }
    await page.mouse.up()
  }
}

async function picture(side: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><defs><linearGradient id="g"><stop stop-color="#e8b"/><stop offset="1" stop-color="#37a"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="40%" cy="60%" r="20%" fill="#fc5"/></svg>`
  return await drawn(svg, 'png')
}
