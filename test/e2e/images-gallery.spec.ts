import type { Page } from '@playwright/test'
import { expect, parts, test } from './fixtures.ts'
import { gallery, makeImages, showImages, studio } from './image-studio.ts'

const prompts = ['one fish', 'two boats', 'three hills', 'four trees', 'five stars', 'six stones'] as const

/** Prompts of the gallery's tiles, newest first. */
async function shown(page: Page): Promise<readonly string[]> {
  return await studio
    .tiles(page)
    .getByRole('img')
    .evaluateAll((all) => all.map((it) => it.ariaLabel ?? ''))
}

async function openMore(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('after a start the newest pictures are loaded in advance, and drawn without another read', async ({
  chat: page,
  atelier,
}) => {
  await makeImages(atelier, ...prompts.map((prompt) => ({ prompt })))
  await page.reload()
  // images, videos and the history prepare their newest; the history's are smaller, and no proof that these are there
  const prepared = () => page.evaluate(() => performance.getEntriesByName('pictures-prepared').length)
  await expect.poll(prepared).toBe(3)
  await page.route('**/media/*', (route) => route.abort())
  const drawn = page.getByRole('listitem').locator('canvas[data-drawn]')
  await showImages(page)
  await expect(drawn).toHaveCount(prompts.length)
  await parts.panels(page).getByRole('button', { name: 'History' }).click()
  await expect(drawn).toHaveCount(prompts.length)
})

test('everything in the grid can be done with the keyboard', async ({ chat: page, atelier }) => {
  await makeImages(atelier, ...prompts.map((prompt) => ({ prompt })))
  await showImages(page)
  const tile = (prompt: string) => studio.tile(page, prompt)
  await expect(studio.tiles(page)).toHaveCount(6)
  // the grid is one tab stop, with arrow keys inside, three tiles a row
  await tile('six stones').focus()
  // the tile in use alone offers the next steps
  await expect(studio.gallery(page).getByRole('button', { name: 'Vary', exact: true })).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(tile('five stars')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(tile('two boats')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(tile('five stars')).toBeFocused()
  await page.keyboard.press('Control+End')
  await expect(tile('one fish')).toBeFocused()
  await page.keyboard.press('Control+Home')
  await expect(tile('six stones')).toBeFocused()

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(studio.recipe(page)).toContainText('five stars')
  await page.keyboard.press('ArrowRight')
  await expect(studio.recipe(page)).toContainText('four trees')
  await expect(studio.detail(page)).toContainText('3 of 6')
  // the picture has three quarters of the width, and all of it without its recipe
  const widthOf = async () => (await studio.detail(page).getByRole('img').first().locator('..').boundingBox())?.width
  await expect(studio.form(page)).toBeHidden()
  const beside = (await widthOf()) ?? 0
  await page.keyboard.press('i')
  await expect(studio.recipe(page)).toHaveCount(0)
  await expect.poll(widthOf).toBeGreaterThan(beside + 200)
  await page.keyboard.press('i')
  await expect(studio.recipe(page)).toContainText('four trees')
  await page.keyboard.press('Escape')
  await expect(tile('four trees')).toBeFocused()

  await page.keyboard.press('f')
  await expect.poll(async () => (await gallery(atelier)).filter(({ favourite }) => favourite).length).toBe(1)
  await expect(studio.gallery(page).getByRole('button', { name: 'Favourite', pressed: true })).toHaveCount(1)

  await page.keyboard.press('Delete')
  await expect(tile('four trees')).toHaveCount(0)
  await expect(tile('three hills')).toBeFocused()
  expect(await gallery(atelier)).toHaveLength(5)
  await page.keyboard.press('Control+z')
  await expect(tile('four trees')).toHaveCount(1)
  expect(await shown(page)).toEqual(prompts.toReversed())

  await page.keyboard.press(' ')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('2 selected')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0)

  const widthOfTile = async () => (await tile('six stones').boundingBox())?.width ?? 0
  const narrow = await widthOfTile()
  await page.getByRole('slider', { name: 'Size of the pictures' }).press('End')
  await expect.poll(widthOfTile).toBeGreaterThan(narrow + 80)
})

test('a deletion can be undone, and otherwise stays', async ({ chat: page, atelier }) => {
  await makeImages(atelier, ...prompts.slice(0, 3).map((prompt) => ({ prompt })))
  await showImages(page)
  await studio.tile(page, 'two boats').click()
  await expect(studio.recipe(page)).toContainText('two boats')
  await page.keyboard.press('Delete')
  // the next image is shown
  await expect(studio.recipe(page)).toContainText('one fish')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => shown(page)).toEqual(['three hills', 'two boats', 'one fish'])

  await openMore(page, 'Select all')
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('3 images were deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No images yet' })).toBeVisible()
  await atelier.restart()
  await showImages(page)
  await expect(page.getByRole('heading', { name: 'No images yet' })).toBeVisible()
})

test('the grid is filtered by favourite, model, size and words, also Chinese ones', async ({ chat: page, atelier }) => {
  await makeImages(
    atelier,
    { prompt: 'a red lantern in the rain' },
    { prompt: '雨中的红灯笼，黄昏' },
    { prompt: 'a lantern festival', size: '256x256', model: 'demo-image-classic' },
  )
  await showImages(page)
  await expect(studio.tiles(page)).toHaveCount(3)

  const search = page.getByRole('searchbox', { name: 'Words in the prompt' })
  await page.getByRole('button', { name: 'Search prompts' }).click()
  await search.fill('灯笼 黄昏')
  await expect.poll(() => shown(page)).toEqual(['雨中的红灯笼，黄昏'])
  await search.fill('rain LANTERN')
  await expect.poll(() => shown(page)).toEqual(['a red lantern in the rain'])
  await search.fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No images match these filters' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(studio.tiles(page)).toHaveCount(3)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('checkbox', { name: /^demo-image-classic/ }).check()
  await expect.poll(() => shown(page)).toEqual(['a lantern festival'])
  await page.getByRole('checkbox', { name: /^demo-image-classic/ }).uncheck()
  await page.getByRole('checkbox', { name: /^64×48/ }).check()
  await expect.poll(() => shown(page)).toEqual(['雨中的红灯笼，黄昏', 'a red lantern in the rain'])
  await page.getByRole('combobox', { name: 'Date' }).selectOption({ label: 'Between two days' })
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByRole('heading', { name: 'No images match these filters' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Date' }).selectOption({ label: 'Today' })
  await expect(studio.tiles(page)).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Date' }).press('Escape')
  const filter = page.getByRole('button', { name: 'Filter: 2 active' })
  await expect(filter).toBeFocused()
  await filter.click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.keyboard.press('Escape')
  await expect(studio.tiles(page)).toHaveCount(3)

  const heart = studio.gallery(page).getByRole('button', { name: 'Favourite' }).nth(1)
  await studio.tiles(page).nth(1).hover()
  await heart.click()
  await page.getByRole('button', { name: 'Favourites', exact: true }).click()
  await expect.poll(() => shown(page)).toEqual(['雨中的红灯笼，黄昏'])
  await heart
    .or(studio.gallery(page).getByRole('button', { name: 'Favourite' }))
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'No images match these filters' })).toBeVisible()
})

test('collections are made, filled, renamed and removed, and the images stay', async ({ chat: page, atelier }) => {
  await makeImages(atelier, ...prompts.slice(0, 3).map((prompt) => ({ prompt })))
  await showImages(page)
  const chip = (name: string) => page.getByRole('group', { name: 'Show' }).getByRole('button', { name, exact: true })
  const inCollection = async () =>
    (await atelier.call('images.collections', {})).map(({ name, count }) => [name, count])

  await studio.tile(page, 'three hills').click({ modifiers: ['Control'] })
  await studio.tile(page, 'one fish').click({ modifiers: ['Control'] })
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Add to collection' }).click()
  await page.getByRole('menuitem', { name: 'New collection…' }).click()
  await page.getByRole('textbox', { name: 'Name of the collection' }).fill('山水')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 images were added to “山水”')).toBeVisible()
  expect(await inCollection()).toEqual([['山水', 2]])
  await bar.getByRole('button', { name: 'End the selection' }).click()

  await chip('山水').click()
  await expect.poll(() => shown(page)).toEqual(['three hills', 'one fish'])
  await studio.tile(page, 'one fish').click()
  await studio.detail(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: '山水', checked: true }).click()
  await expect(page.getByText('Removed from “山水”')).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => shown(page)).toEqual(['three hills'])

  await openMore(page, 'Rename collection…')
  await page.getByRole('textbox', { name: 'Name of the collection' }).fill('Hills')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(chip('Hills')).toHaveAttribute('aria-pressed', 'true')
  await openMore(page, 'Remove collection')
  await expect(chip('Hills')).toHaveCount(0)
  await expect(studio.tiles(page)).toHaveCount(3)
  expect(await inCollection()).toEqual([])
  await expect(page.getByText('The collection “Hills” was removed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await chip('Hills').click()
  await expect.poll(() => shown(page)).toEqual(['three hills'])
  expect(await inCollection()).toEqual([['Hills', 1]])
})

test('a picture can be viewed pixel by pixel and in full screen', async ({ chat: page, atelier }) => {
  await makeImages(atelier, { prompt: 'one fish' })
  await showImages(page)
  await studio.tile(page, 'one fish').click()
  const percent = studio.detail(page).getByRole('button', { name: /^(Actual pixels|Fit the window)$/ })
  const width = () => studio.picture(page).evaluate((it) => Math.round(it.getBoundingClientRect().width))
  await page.keyboard.press('1')
  await expect(percent).toHaveText('100 %')
  expect(await width()).toBe(64)
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(1000)
  // single pixels are not smoothed
  await expect(studio.picture(page)).toHaveCSS('image-rendering', 'pixelated')
  await page.keyboard.press('0')
  await expect(percent).toHaveAttribute('aria-label', 'Actual pixels')

  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await studio.detail(page).getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(isFull).toBe(true)
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(false)
})
