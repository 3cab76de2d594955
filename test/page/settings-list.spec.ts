import type { Page } from '@playwright/test'
import { lookInBothThemes } from '../e2e/looks.ts'
import { expect, test, wordsOf } from './fixtures.ts'

/** Resolves to true if the list of pages shows an entry whole. */
async function isShown(page: Page, list: string, entry: string): Promise<boolean> {
  const side = page.getByRole('navigation', { name: list, exact: true })
  const [outer, inner] = await Promise.all([
    side.boundingBox(),
    side.getByRole('button', { name: entry, exact: true }).boundingBox(),
  ])
  if (outer === null || inner === null) return false
  return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height
}

test('a Chinese setting is found by its pinyin, in the settings and in the palette', async ({ atelier }) => {
  const w = (key: string) => wordsOf('zh-CN', key)
  const page = await atelier.start()
  await atelier.call('settings.update', { language: 'zh-CN' })
  await expect(page.getByRole('textbox', { name: w('composer.message'), exact: true })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+,')
  const side = page.getByRole('navigation', { name: w('settings.title'), exact: true })
  const field = side.getByRole('searchbox')
  for (const letters of ['yuyan', 'yy']) {
    await field.fill(letters)
    await expect(side.getByRole('button', { name: w('settings.language') }).first()).toBeVisible()
  }
  await field.fill('mima')
  await expect(side.getByRole('button', { name: w('network.password') }).first()).toBeVisible()
  await field.fill('')
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('dialog').getByRole('combobox').fill('xdh')
  await expect(page.getByRole('option', { name: w('chat.newChat') }).first()).toBeVisible()
})

for (const language of ['en', 'zh-CN'] as const)
  test(`${language}: the list of settings shows the open page, and all pages in a window of 800 px`, async ({
    atelier,
  }) => {
    const w = (key: string) => wordsOf(language, key)
    const page = await atelier.start()
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
    // the words of a language are loaded
    await expect(page.getByRole('textbox', { name: w('composer.message'), exact: true })).toBeVisible()
    const title = w('settings.title')
    const side = page.getByRole('navigation', { name: title, exact: true })
    const open = async (name: string) => {
      await page.keyboard.press('ControlOrMeta+K')
      await page.getByRole('dialog').getByRole('combobox').fill(w('palette.settings').replace('{{name}}', name))
      await page.getByRole('option').first().press('Enter')
    }
    await page.keyboard.press('ControlOrMeta+,')
    await expect(side).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
    const entries = await side.getByRole('button').allTextContents()
    expect(entries.length).toBeGreaterThan(13)
    for (const entry of entries) expect(await isShown(page, title, entry), entry).toBe(true)
    await lookInBothThemes(page, 'settings-list', language)

    // a setting is found by its name, and its row has the focus
    await side.getByRole('searchbox').fill(w('settings.textSize'))
    await side.getByRole('searchbox').press('Enter')
    await expect(page.getByRole('heading', { name: w('settings.appearance') })).toBeVisible()
    await expect(
      page.getByRole('group', { name: w('settings.textSize') }).getByRole('radio', { checked: true }),
    ).toBeFocused()
    await side.getByRole('searchbox').press('Escape')

    // an entry shows several pages, and the palette goes to one that is not the first
    await open(w('settings.videos'))
    await expect(side.locator('[aria-current]')).toHaveText(w('settings.entries.queues'))
    await expect(page.getByRole('heading', { name: w('settings.videos') })).toBeInViewport()
    await expect(page.getByRole('heading', { name: w('settings.images') })).toHaveCount(1)

    // a low window: chosen elsewhere, the entry comes into view, and no further than it has to
    await page.setViewportSize({ width: 880, height: 560 })
    const current = side.locator('[aria-current]')
    for (const entry of ['about', 'appearance', 'storage'] as const) {
      await open(w(`settings.${entry}`))
      await expect(current).toHaveText(w(`settings.${entry}`))
      await expect.poll(() => isShown(page, title, w(`settings.${entry}`))).toBe(true)
      // also where the panel opens with it
      await page.keyboard.press('ControlOrMeta+1')
      await expect(side).toHaveCount(0)
      await page.keyboard.press('ControlOrMeta+,')
      await expect.poll(() => isShown(page, title, w(`settings.${entry}`))).toBe(true)
    }
  })
