import { expect, parts, test } from './fixtures.ts'
import { desk, indexed, markInView, seedKinds, showHistory, start, titles, typeSearch } from './history-desk.ts'
import { HistorySeed } from './history-seed.ts'

test('everything that was made is in one timeline, can be filtered, and opens in its panel', async ({
  atelier,
  data,
  gateway,
}) => {
  await seedKinds(data)
  const page = await start(atelier, gateway)
  await showHistory(page)
  await expect(desk.rows(page)).toHaveCount(4)
  expect(await titles(desk.rows(page))).toEqual([
    'Launch text',
    'Tea workshop',
    'A seal stamped in cinnabar',
    '朱砂在水中缓慢散开',
  ])
  await expect(desk.list(page).getByText('Today', { exact: true })).toBeVisible()
  await expect(desk.row(page, 'cinnabar').locator('canvas[data-drawn]')).toBeVisible()

  await desk.kinds(page).getByRole('button', { name: 'Images' }).click()
  await expect(desk.rows(page)).toHaveCount(1)
  await desk.row(page, 'cinnabar').click()
  await expect(page.getByRole('complementary', { name: 'How it was made' })).toContainText('cinnabar')
  // the filter is unchanged
  await showHistory(page)
  await expect(desk.rows(page)).toHaveCount(1)
  await desk.kinds(page).getByRole('button', { name: 'All' }).click()

  await desk.row(page, 'Tea workshop').click()
  await expect(page.getByRole('heading', { name: 'Tea workshop' })).toBeVisible()
  await showHistory(page)
  await desk.row(page, '朱砂在水中').click()
  // a job without a video shows only its card
  await expect(page.getByRole('button', { name: 'Open “朱砂在水中缓慢散开”' })).toBeVisible()
  await showHistory(page)
  await desk.row(page, 'Launch text').click()
  await expect(parts.own(page)).toContainText('朱砂印')

  // a message arriving meanwhile moves its item up
  await showHistory(page)
  const { conversations } = await atelier.call('chat.list', { query: '', offset: 0, limit: 1 })
  await atelier.call('chat.update', { conversationId: conversations[0]?.id ?? '', title: 'Renamed' })
  await expect(desk.row(page, 'Renamed')).toBeVisible()
})

test('pictures and videos are tiles with keyboard focus, and a day is found in a long list', async ({
  atelier,
  data,
  gateway,
}) => {
  const day = 86_400_000
  const noon = new Date().setHours(12, 0, 0, 0)
  const seed = new HistorySeed(data)
  const picture = await seed.picture(20)
  for (let index = 1; index <= 150; index += 1) seed.image(`Picture ${index}`, picture, noon - index * day)
  seed.chat('Old talk', ['one', 'two'], noon - 200 * day)
  seed.close()
  const page = await start(atelier, gateway)
  await showHistory(page)
  await expect(page.getByText('151 items')).toBeVisible()
  const goTo = async (daysAgo: number) => {
    await page.getByRole('button', { name: 'Go to a day' }).press('Enter')
    await page.getByLabel('Day', { exact: true }).fill(new Date(noon - daysAgo * day).toLocaleDateString('sv'))
    await page.keyboard.press('Enter')
  }
  await goTo(100)
  await expect(desk.row(page, /^Image: *Picture 100/)).toBeFocused()
  await goTo(180)
  await expect(desk.row(page, 'Old talk')).toBeFocused()
  await goTo(300)
  await expect(page.getByText('There is nothing on this day or before it.')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Pictures and videos as tiles' }).click()
  await expect(page.getByText('150 items')).toBeVisible()
  await expect(desk.row(page, /Picture 1\D/).locator('canvas[data-drawn]')).toBeVisible()
  await desk.row(page, /Picture 1\D/).focus()
  await page.keyboard.press('ArrowRight')
  await expect(desk.row(page, /Picture 2\D/)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const below = await desk.rows(page).and(page.locator(':focus')).boundingBox()
  const above = await desk.row(page, /Picture 2\D/).boundingBox()
  expect(below?.x).toBe(above?.x)
  expect(below?.y ?? 0).toBeGreaterThan(above?.y ?? 0)
  await goTo(140)
  await expect(desk.row(page, /Picture 140\D/)).toBeFocused()
  // the choice is kept, and the list has everything again
  await page.keyboard.press('Control+1')
  await showHistory(page)
  await expect(page.getByRole('button', { name: 'Pictures and videos as tiles' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(page.getByText('151 items')).toBeVisible()
})

test('several items are selected, deleted at once and restored', async ({ atelier, data, gateway }) => {
  const seed = new HistorySeed(data)
  for (let index = 0; index < 300; index += 1) seed.chat(`Note ${index}`, ['one', 'two'], Date.now() - index * 60_000)
  seed.close()
  const page = await start(atelier, gateway)
  await showHistory(page)
  await expect(page.getByText('300 items')).toBeVisible()
  await desk.titled(page, 'Note 1').click({ modifiers: ['ControlOrMeta'] })
  await desk.titled(page, 'Note 4').click({ modifiers: ['Shift'] })
  await expect(desk.selection(page)).toContainText('4 selected')
  await desk.titled(page, 'Note 2').click()
  await expect(desk.selection(page)).toContainText('3 selected')
  await desk.selection(page).getByRole('button', { name: 'Tags…' }).click()
  await page
    .getByRole('combobox', { name: 'Tags' })
    .or(page.getByRole('textbox', { name: 'Tags' }))
    .fill('茶')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(desk.row(page, '茶')).toHaveCount(3)

  await desk.selection(page).getByRole('button', { name: 'Select all' }).click()
  await expect(desk.selection(page)).toContainText('300 selected')
  await desk.selection(page).getByRole('button', { name: 'Move to the bin' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('300 items')).toBeVisible()
  await expect(desk.row(page, '茶')).toHaveCount(3)
})

test('deleted items can be restored until the bin is emptied', async ({ atelier, data, gateway }) => {
  await seedKinds(data)
  const page = await start(atelier, gateway)
  await showHistory(page)
  for (const title of ['Tea workshop', 'Launch text']) {
    await desk.row(page, title).focus()
    await page.keyboard.press('Delete')
    await expect(desk.row(page, title)).toHaveCount(0)
  }
  await desk.place(page, 'Bin').click()
  await expect(desk.rows(page)).toHaveCount(2)
  await expect(desk.row(page, 'Tea workshop')).toContainText('30 days left')
  // an item in the bin cannot be opened
  await desk.row(page, 'Tea workshop').click()
  await expect(page.getByText('is in the bin. Restore it to open it.')).toBeVisible()
  await desk.row(page, 'Tea workshop').hover()
  await page.getByRole('button', { name: 'Actions for Tea workshop' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expect(desk.rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Empty the bin…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Empty the bin' }).click()
  await expect(page.getByRole('heading', { name: 'The bin is empty' })).toBeVisible()
  await desk.place(page, 'History').click()
  await expect(desk.rows(page)).toHaveCount(3)
  await expect(desk.row(page, 'Tea workshop')).toBeVisible()

  // an archived item leaves the history but is found in the archive
  await desk.row(page, 'Tea workshop').hover()
  await page.getByRole('button', { name: 'Actions for Tea workshop' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(desk.rows(page)).toHaveCount(2)
  await desk.place(page, 'Archive').click()
  await desk.field(page).fill('颜料')
  await expect(desk.results(page).first()).toContainText('Tea workshop')
})

test('everything in the history can be done with the keyboard', async ({ atelier, data, gateway }) => {
  await seedKinds(data)
  const page = await start(atelier, gateway)
  await indexed(atelier)
  await showHistory(page)
  await expect(desk.rows(page)).toHaveCount(4)
  await page.keyboard.press('/')
  await expect(desk.field(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(desk.row(page, 'Launch text')).toBeFocused()
  await page.keyboard.press('End')
  await expect(desk.row(page, '朱砂在水中')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(desk.row(page, 'cinnabar')).toBeFocused()
  await page.keyboard.press('f')
  // favourites are sorted first, and keep the focus
  await expect.poll(async () => (await titles(desk.rows(page)))[0]).toBe('A seal stamped in cinnabar')
  await expect(desk.row(page, 'cinnabar')).toBeFocused()
  await page.keyboard.press(' ')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(desk.selection(page)).toContainText('2 selected')
  await page.keyboard.press('Escape')
  await expect(desk.selection(page)).toHaveCount(0)
  await page.keyboard.press('Delete')
  await expect(desk.rows(page)).toHaveCount(3)
  await expect(desk.row(page, 'Tea workshop')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(desk.rows(page)).toHaveCount(4)

  await page.keyboard.press('Control+f')
  await typeSearch(page, '朱砂', 4)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText('矿物颜料')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Tea workshop' })).toBeVisible()

  // the palette finds the same
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /Search actions/ })).toBeFocused()
  await page.keyboard.type('主角是一枚')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  // results of an earlier prefix stay until the whole word is searched
  await expect(palette.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await expect(palette.getByRole('option', { name: /Launch text/ })).toBeVisible()
  await expect(palette.getByRole('option', { selected: true })).toContainText('Search the history for')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(desk.findBar(page)).toContainText('1 of 1')
  await expect.poll(() => markInView(page)).toEqual({ text: '主角是一枚', visible: true })
})

test('failed items show their error, and can be filtered by state', async ({ atelier, data, gateway }) => {
  await seedKinds(data)
  const seed = new HistorySeed(data)
  seed.chat('Cut short', ['Why?', 'Because of'], Date.now() - 500, 'interrupted')
  seed.close()
  const page = await start(atelier, gateway)
  await indexed(atelier)
  await showHistory(page)
  await expect(desk.row(page, 'Cut short')).toContainText('Failed or stopped')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Failed or stopped' }).check()
  await page.keyboard.press('Escape')
  await expect.poll(() => titles(desk.rows(page))).toEqual(['Cut short', '朱砂在水中缓慢散开'])
  await page.getByRole('button', { name: 'Filter: 1 active' }).click()
  await page.getByRole('checkbox', { name: 'Failed or stopped' }).uncheck()
  await page.getByRole('checkbox', { name: 'In progress' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(desk.rows(page)).toHaveCount(5)
  await desk.field(page).fill('state:failed kind:chat')
  await expect(desk.results(page).first()).toContainText('Cut short')
  await desk.field(page).fill('朱砂 has:media')
  await expect(desk.results(page)).toHaveText([/Tea workshop/])
})

test('a file missing from the data folder is reported wherever it would be shown', async ({
  atelier,
  data,
  gateway,
}) => {
  // the browser's own message
  atelier.allow(/status of 404 .*\/media\//)
  const seed = new HistorySeed(data)
  const [picture, film] = [await seed.picture(20), await seed.picture(200)]
  seed.image('A seal stamped in cinnabar', picture)
  seed.video('Snow over a lake', Date.now(), film)
  seed.lose(picture)
  seed.lose(film)
  seed.close()
  const page = await start(atelier, gateway)
  await showHistory(page)
  await expect(desk.list(page).getByTitle('The file is missing')).toHaveCount(2)
  await desk.row(page, 'cinnabar').click()
  const lost = page.getByRole('img', { name: 'A seal stamped in cinnabar (The file is missing)' })
  await expect(lost.filter({ hasText: 'The file is missing' })).toBeVisible()
  await expect(page.getByText('Make it again with “Use again”.')).toBeVisible()
  for (const name of ['Copy picture', 'Save as…', 'Vary', 'Edit'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Use again' })).toBeEnabled()
  await expect(page.getByRole('group', { name: 'Zoom' })).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'How it was made' })).toContainText('cinnabar')
  await showHistory(page)
  await desk.row(page, 'Snow over a lake').click()
  await expect(page.getByText('The file of this video is missing.')).toBeVisible()
})
