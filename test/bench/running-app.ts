import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { type ShellProcess, startShellProcess } from '../fakes/shell-process.ts'
import { openQuota, type Speed, slowPage } from './slow-machine.ts'

export const viewport = { width: 1280, height: 800 }

/** The browser, and the machine it imitates. */
export interface Stage {
  readonly browser: Browser
  readonly speed: Speed
}

export interface Running {
  readonly shell: ShellProcess
  readonly gateway: Awaited<ReturnType<typeof createDemoGateway>>
  readonly context: BrowserContext
  readonly page: Page
  close(): Promise<void>
}

/** Starts the app on a data folder, with the demo gateway at the other end, and shows its first page. */
export async function begin({ browser, speed }: Stage, data: string, tokensPerSecond: number): Promise<Running> {
  const gateway = await createDemoGateway({ tokensPerSecond })
  const quota = openQuota(speed)
  const shell = await startShellProcess({
    data,
    environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key },
    through: quota.through,
  })
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await slowPage(page, speed)
  await page.goto(shell.link)
  await composer(page).waitFor()
  return {
    shell,
    gateway,
    context,
    page,
    async close() {
      await context.close()
      await shell.stop()
      await gateway.close()
      quota.close()
    },
  }
}

export const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
export const firstRow = (page: Page, index: number) =>
  page.getByRole('list', { name: 'Chats' }).getByRole('listitem').nth(index)
