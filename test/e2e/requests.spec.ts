import { readdir } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { answered, clipboardOf, environmentOf, exchange, expect, test, wordsOf } from './fixtures.ts'
import { makeImages, showImages, studio, submitImage } from './image-studio.ts'
import { lookInBothThemes } from './looks.ts'
import { openSettings } from './side-pages.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Requests' })

/** Opens the details of the last answer by its menu. */
async function openDetails(page: Page, language: 'en' | 'zh-CN' = 'en'): Promise<Locator> {
  await page.locator('[data-message-menu]').last().press('Enter')
  const name = wordsOf(language, 'message.showRequest')
  await page.getByRole('menuitem', { name }).press('Enter')
  const details = page.getByRole('complementary', { name })
  await expect(details).toBeFocused()
  return details
}

test('details show the request next to its answer, and copy it as a command without the key', async ({
  chat: page,
  gateway,
}) => {
  await exchange(page, 'First question', 1)
  await exchange(page, 'Repeat exactly: the tide is high', 2)
  const details = await openDetails(page)
  // the list of requests comes with a second one only
  await expect(details.getByRole('list', { name: 'Requests' })).toHaveCount(0)
  const sent = details.getByRole('region', { name: 'Body sent' })
  await expect(sent).toContainText('Repeat exactly: the tide is high')
  await sent.locator('summary', { hasText: 'messages' }).click()
  await expect(sent).not.toContainText('Repeat exactly')
  await expect(details.getByRole('region', { name: 'Headers sent' })).toContainText('authorization: Bearer $API_KEY')
  await expect(details.getByRole('region', { name: 'Answer as received' })).toContainText(/\+ *\d+ ms {2}data: \{/)
  expect(await findings(page)).toEqual([])
  const clipboard = await clipboardOf(page)
  await details.getByRole('button', { name: 'Copy as curl' }).click()
  await expect(details.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await clipboard()).toMatch(/^curl -X 'POST' 'http.*\/v1\/chat\/completions'.*"\$API_KEY"/s)
  expect(await clipboard()).not.toContain(gateway.key)
  expect(await details.innerText()).not.toContain(gateway.key)
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(page.locator('[data-message-menu]').last()).toBeFocused()

  // another chat has other details
  await openDetails(page)
  await page
    .getByRole('button', { name: /^New chat/ })
    .first()
    .click()
  await expect(details).toHaveCount(0)
})

test('the log of requests is filtered by words and kind, and cleared', async ({ chat: page }) => {
  await exchange(page, 'First question', 1)
  await exchange(page, 'Second question', 2)
  await openSettings(page, 'requests')
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  const filter = page.getByRole('textbox', { name: 'Filter by model, address or id' })
  await filter.fill('no-such-model')
  await expect(page.getByText('No request matches.')).toBeVisible()
  await filter.fill('')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Images')
  await expect(list(page).getByRole('listitem')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('All kinds')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('No requests yet.')).toBeVisible()
})

test('requests are kept after a restart only if the user wants it', async ({ chat: page, atelier }) => {
  await exchange(page, 'First question', 1)
  await openSettings(page, 'requests')
  const kept = page.getByRole('switch', { name: 'Keep requests after Atelier closes' })
  await expect(kept).not.toBeChecked()
  // a key pressed before its state is read does nothing
  await expect(kept).toBeEnabled()
  await kept.press('Space')
  await expect(kept).toBeChecked()
  const after = await atelier.restart()
  await expect(after.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
  await after.getByRole('button', { name: /^First question/ }).click()
  await answered(after, 1)
  const details = await openDetails(after)
  await expect(details.getByRole('region', { name: 'Body sent' })).toContainText('First question')
  await after.keyboard.press('Escape')

  await openSettings(after, 'requests')
  await list(after).getByRole('button').press('Enter')
  await expect(after.getByRole('dialog').getByRole('region', { name: 'Body sent' })).toContainText('First question')
  await after.keyboard.press('Escape')
  const still = after.getByRole('switch', { name: 'Keep requests after Atelier closes' })
  await expect(still).toBeChecked()
  await still.press('Space')
  await expect(still).not.toBeChecked()
  expect(await readdir(atelier.data)).not.toContain('requests')
})

test('the details of a picture show its request, without opening another panel', async ({ chat: page, atelier }) => {
  await makeImages(atelier, { prompt: 'one fish' }, { prompt: 'two boats' })
  await showImages(page)
  await studio.tile(page, 'one fish').press('Enter')
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Details' }).press('Enter')
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByRole('region', { name: 'Body sent' })).toContainText('one fish')
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
})

for (const language of ['en', 'zh-CN'] as const)
  test(`the request log fits the window, in ${language}`, async ({ atelier, gateway }) => {
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    const message = page.getByRole('textbox', { name: wordsOf(language, 'composer.message'), exact: true })
    await message.fill('What is in the wind?')
    await message.press('Enter')
    await answered(page, 1)
    await openDetails(page, language)
    await expect(page.getByRole('button', { name: wordsOf(language, 'requests.copyCurl') })).toBeVisible()
    await lookInBothThemes(page, 'details', language)
    await openSettings(page, 'requests', language)
    // a request that fails has a row as high as one that did not, also where its words do not fit
    gateway.addFaults('fail;status=500', '/v1/images/')
    await submitImage(atelier, { prompt: 'one fish' })
    const rows = page.getByRole('list', { name: wordsOf(language, 'requests.list') }).getByRole('button')
    await expect(rows.filter({ hasText: '500' }).first()).toBeVisible()
    for (const [width, height] of [
      [1280, 800],
      [880, 560],
    ] as const) {
      await page.setViewportSize({ width, height })
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
      expect(new Set(heights).size).toBe(1)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await lookInBothThemes(page, 'requests', language)
    await page
      .getByRole('list', { name: wordsOf(language, 'requests.list') })
      .getByRole('button')
      .first()
      .click()
    await expect(page.getByRole('button', { name: wordsOf(language, 'requests.copyCurl') })).toBeVisible()
    await lookInBothThemes(page, 'request', language)
  })
