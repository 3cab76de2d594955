import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { type PageWork, watchPage } from './frames.ts'

/** Characters per frame: 13 is about 200 tokens a second at 60 Hz, 130 ten times that. */
const perFrame = 130

/** Streams the same text through several Markdown renderers in the same browser, one after another. */
export async function measureRenderers(
  browser: Browser,
  text: string,
  log: (line: string) => void,
): Promise<Readonly<Record<string, PageWork>>> {
  const outDir = mkdtempSync(join(tmpdir(), 'atelier-compare-'))
  const root = join(import.meta.dirname, 'compare')
  const config = {
    root,
    configFile: false as const,
    logLevel: 'error' as const,
    plugins: [react()],
    worker: { format: 'es' as const },
  }
  await build({ ...config, build: { outDir, emptyOutDir: true } })
  const server = await preview({ ...config, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const address = server.resolvedUrls?.local[0] ?? ''
  const figures: Record<string, PageWork> = {}
  for (const name of ['atelier', 'react-markdown-blocks', 'streamdown', 'react-markdown']) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.goto(address)
    const session = await context.newCDPSession(page)
    figures[name] = await watchPage(page, session, () =>
      page.evaluate(([renderer, whole, step]) => window.stream(renderer, whole, step), [name, text, perFrame] as const),
    )
    log(`${name}: ${JSON.stringify(figures[name])}`)
    await context.close()
  }
  await server.close()
  rmSync(outDir, { recursive: true, force: true })
  return figures
}
