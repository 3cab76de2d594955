import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs'
import { everything } from '../../src/shared/history-query.ts'
import { type Atelier, answered, browserShellOnly, environmentOf, expect, parts, say, test } from './fixtures.ts'
import { studio } from './image-studio.ts'

/** A word found in all test content and nowhere else. */
const canary = 'qzxkanarienvogel'

const filesWith = (folder: string, traces: readonly Buffer[]): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const bytes = readFileSync(path)
      return traces.some((trace) => bytes.includes(trace))
    })
    .map((path) => path.slice(folder.length + 1))

/** Makes an image, opens it in gallery and detail view; returns the bytes of all library files. */
async function makeImage(page: Page, atelier: Atelier): Promise<readonly Buffer[]> {
  await parts.panels(page).getByRole('button', { name: 'Images' }).click()
  await studio.prompt(page).fill(`${canary} over a harbour`)
  await studio.generate(page).click()
  await expect(studio.drawn(page)).toHaveCount(1)
  await studio.tiles(page).first().dblclick()
  await expect(studio.picture(page)).toBeVisible()
  return readdirSync(join(atelier.data, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)))
    .filter((bytes) => bytes.length > 200)
    .map((bytes) => bytes.subarray(100, 164))
}

test('what was deleted for good is in neither the data folder nor the browser’s profile', async ({
  atelier,
  gateway,
  shellKind,
}) => {
  browserShellOnly(shellKind, 'Electron keeps no cache of files of the library')
  test.slow()
  await atelier.start({ environment: environmentOf(gateway) })
  const profile = mkdtempSync(join(tmpdir(), 'atelier-profile-'))
  // a profile on disk, as in a user's browser
  const context = await chromium.launchPersistentContext(profile, chromiumLaunchOptions())
  const page = await context.newPage()
  await page.goto(await atelier.link())
  await say(page, `Repeat exactly: ${canary} said`)
  await expect(await answered(page, 1)).toContainText(`${canary} said`)
  const pictures = await makeImage(page, atelier)
  expect(pictures.length).toBeGreaterThan(0)
  // the form keeps its content until the user clears it
  await page.keyboard.press('Escape')
  await studio.prompt(page).fill('')
  await expect.poll(async () => (await atelier.call('images.draft', {}))?.prompt).toBe('')

  const keys = await atelier.call('history.keys', { text: '', filter: everything })
  expect(keys).toHaveLength(2)
  await atelier.call('history.delete', { keys: [...keys] })
  await atelier.call('history.emptyBin', {})
  await context.close()
  await atelier.stop()
  const traces = [Buffer.from(canary), Buffer.from(canary, 'utf16le'), ...pictures]
  expect(filesWith(atelier.data, traces)).toEqual([])
  expect(filesWith(profile, traces)).toEqual([])
  rmSync(profile, { recursive: true, force: true })
})
