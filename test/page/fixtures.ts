import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type { CallInput, CallName, CallOutput } from '../../src/shared/ipc/contract.ts'
import { callOf, panelsAreRead, watchPage } from '../e2e/page-parts.ts'
import { PageApp } from './page-app.ts'

export { expect } from '@playwright/test'
export * from '../e2e/page-parts.ts'

/** The page in Chromium, and what answers it. */
export class OpenedPage {
  readonly app: PageApp
  readonly trouble: string[] = []
  readonly #page: Page
  readonly #allowed: RegExp[] = []

  constructor(app: PageApp, page: Page) {
    this.app = app
    this.#page = page
  }

  /** Opens the page at a new chat. */
  async start(): Promise<Page> {
    await watchPage(this.#page, this.trouble, { isDoubled: true })
    await this.#page.goto(this.app.link())
    await panelsAreRead(this.#page)
    return this.#page
  }

  /** Allows certain console errors; by default the console must have none. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  /** Calls through the page, so that its earlier calls have arrived. Throws the error of a refusal. */
  async call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    return await callOf(this.#page, name, input)
  }

  /** Faults of the page and its calls, except allowed ones. */
  complaints(): readonly string[] {
    const faults = this.trouble.filter((line) => !this.#allowed.some((pattern) => pattern.test(line)))
    return [...this.app.bridge.faults, ...faults]
  }
}

interface Fixtures {
  atelier: OpenedPage
  /** The opened page, at a new chat. */
  chat: Page
}

export const test = base.extend<Fixtures>({
  atelier: async ({ page }, use, info) => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-page-'))
    const app = await PageApp.start(folder)
    const opened = new OpenedPage(app, page)
    await use(opened)
    const complaints = opened.complaints()
    if (info.status !== info.expectedStatus || complaints.length > 0)
      await page.screenshot({ path: info.outputPath('page.png'), timeout: 5_000 }).catch(() => undefined)
    await app.close()
    rmSync(folder, { recursive: true, force: true })
    expect(complaints, 'what the page complained about').toEqual([])
  },

  chat: async ({ atelier }, use) => {
    await use(await atelier.start())
  },
})
