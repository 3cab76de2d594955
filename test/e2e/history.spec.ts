import type { Locator, Page } from '@playwright/test'
import { findings, looksForAxe } from './axe.ts'
import { type Atelier, environmentOf, expect, parts, settled, test, wordsOf } from './fixtures.ts'
import { HistorySeed } from './history-seed.ts'

const hour = 3_600_000

/** The panel's parts by role and name, in English. */
const desk = {
  list: (page: Page): Locator => page.getByRole('list', { name: 'History', exact: true }),
  rows: (page: Page): Locator => desk.list(page).locator('[data-item]'),
  row: (page: Page, text: string | RegExp): Locator => desk.rows(page).filter({ hasText: text }),
  titled: (page: Page, title: string): Locator =>
    desk.rows(page).filter({ has: page.getByText(title, { exact: true }) }),
  field: (page: Page): Locator => page.getByRole('combobox', { name: 'Search everything you made' }),
  results: (page: Page): Locator => page.getByRole('listbox', { name: 'Results' }).getByRole('option'),
  kinds: (page: Page): Locator => page.getByRole('group', { name: 'Kinds' }),
  place: (page: Page, name: string): Locator =>
    page.getByRole('group', { name: 'Place' }).getByRole('button', { name, exact: true }),
  selection: (page: Page): Locator => page.getByRole('region', { name: 'Selection' }),
  hunt: (page: Page): Locator => page.getByRole('search', { name: 'Search in this conversation' }),
} as const

/** Something of every kind, the newest first: a chat, a transcript, an image, a video. */
async function seedKinds(data: string): Promise<void> {
  const seed = new HistorySeed(data)
  const now = Date.now()
  const media = await seed.picture(20)
  seed.chat('Launch text', ['写一段发布文案，主角是一枚朱砂印。', '标题只留一枚朱砂印，正文用墨色。'], now - 1000)
  seed.transcript('Tea workshop', ['我们先聊聊颜料。', '有人带来一种矿物颜料，朱砂。', 'Then tea.'], now - 2000)
  seed.image('A seal stamped in cinnabar', media, now - 26 * hour)
  seed.video('朱砂在水中缓慢散开', now - 80 * hour)
  seed.close()
}

async function start(atelier: Atelier, gateway: Parameters<typeof environmentOf>[0]): Promise<Page> {
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  return page
}

async function showHistory(page: Page): Promise<void> {
  await page.keyboard.press('Control+5')
  await expect(desk.field(page)).toBeVisible()
}

const titles = (rows: Locator): Promise<readonly string[]> => rows.locator('b').allTextContents()

/** Waits until everything that was seeded can be found. */
async function indexed(atelier: Atelier): Promise<void> {
  const filter = {
    kinds: [],
    models: [],
    connectionIds: [],
    tags: [],
    from: null,
    to: null,
    pinned: false,
    withMedia: false,
    place: 'here' as const,
  }
  await expect
    .poll(async () => (await atelier.call('history.search', { text: 'x', filter, limit: 1, next: null })).indexed)
    .toBe(1)
}

/** Where what is marked as the shown hit lies, against the region that is read: null where nothing is marked. */
async function markInView(page: Page): Promise<{ readonly text: string; readonly visible: boolean } | null> {
  return await page.evaluate<{ text: string; visible: boolean } | null>(`(() => {
    const [range] = [...(CSS.highlights.get('hit-shown') ?? [])]
    if (range === undefined) return null
    const box = range.getBoundingClientRect()
    const region = document.querySelector('[data-scroller]').getBoundingClientRect()
    return { text: range.toString(), visible: box.height > 0 && box.top >= region.top && box.bottom <= region.bottom }
  })()`)
}

test('everything that was made stands in one timeline, is narrowed there and opens in its panel', async ({
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
  // what it was narrowed to is still so
  await showHistory(page)
  await expect(desk.rows(page)).toHaveCount(1)
  await desk.kinds(page).getByRole('button', { name: 'All' }).click()

  await desk.row(page, 'Tea workshop').click()
  await expect(page.getByRole('heading', { name: 'Tea workshop' })).toBeVisible()
  await showHistory(page)
  await desk.row(page, '朱砂在水中').click()
  // one that was not made has nothing to be shown but its card
  await expect(page.getByRole('button', { name: 'Open “朱砂在水中缓慢散开”' })).toBeVisible()
  await showHistory(page)
  await desk.row(page, 'Launch text').click()
  await expect(parts.own(page)).toContainText('朱砂印')

  // what is said meanwhile moves up by itself
  await showHistory(page)
  const { conversations } = await atelier.call('chat.list', { query: '', offset: 0, limit: 1 })
  await atelier.call('chat.update', { conversationId: conversations[0]?.id ?? '', title: 'Renamed' })
  await expect(desk.row(page, 'Renamed')).toBeVisible()
})

test('one and two characters of Chinese are found as one types, and operators narrow the search', async ({
  atelier,
  data,
  gateway,
}) => {
  await seedKinds(data)
  const page = await start(atelier, gateway)
  await indexed(atelier)
  // from anywhere, with what is selected
  await page.keyboard.press('Control+Shift+F')
  await expect(desk.field(page)).toBeFocused()
  await page.keyboard.type('砂')
  await expect(desk.results(page)).toHaveCount(4)
  await expect(page.getByText('4 hits')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('朱砂')
  await expect(desk.results(page).first()).toContainText('标题只留一枚朱砂印')
  await expect(desk.results(page).first().locator('mark').first()).toHaveText('朱砂')
  await desk.field(page).fill('朱砂 kind:video')
  await expect(desk.results(page)).toHaveCount(1)
  await desk.field(page).fill('朱砂 from:me kind:chat')
  await expect(desk.results(page)).toHaveCount(1)
  await expect(desk.results(page)).toContainText('写一段发布文案')
  await desk.field(page).fill('颜料 -矿物')
  await expect(desk.results(page)).toHaveCount(1)
  await desk.field(page).fill('朱砂 before:2001')
  await expect(page.getByRole('heading', { name: 'Nothing found for' })).toBeVisible()

  await desk.field(page).fill('朱砂')
  await page.getByRole('button', { name: 'How to search' }).click()
  await page.getByRole('dialog', { name: 'How to search' }).getByRole('button', { name: 'kind:image' }).click()
  await expect(desk.field(page)).toHaveValue('朱砂 kind:image')
  await expect(desk.field(page)).toBeFocused()

  // a transcript opens at the segment, with its own search set
  await desk.field(page).fill('矿物')
  await expect(desk.results(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  const hit = page.locator('mark[data-current]')
  await expect(hit).toHaveText('矿物')
  await expect(hit).toBeInViewport()
  await showHistory(page)
  await expect(desk.field(page)).toHaveValue('矿物')
  await desk.field(page).press('Escape')
  await expect(desk.rows(page)).toHaveCount(4)
})

test('a hit in a conversation of 3,000 messages opens there, and the others are a key away', async ({
  atelier,
  data,
  gateway,
}) => {
  const seed = new HistorySeed(data)
  const texts = Array.from({ length: 3_000 }, (_, index) =>
    index % 2 === 0 ? `Question ${index} about glazes` : `Answer ${index}: **slowly**, in a kiln.\n\n- one\n- two`,
  )
  const filler = Array.from({ length: 400 }, (_, line) => `Line ${line} of a long answer.`).join('\n\n')
  texts[401] = `${filler}\n\nFar down it is the colour of **青瓷** at last.\n\n${filler}`
  texts[1200] = '为什么青瓷是绿的？'
  texts[2800] = `${'words '.repeat(1_500)}青瓷`
  seed.chat('A year of pottery', texts)
  seed.close()
  const page = await start(atelier, gateway)
  await indexed(atelier)
  await page.keyboard.press('Control+Shift+F')
  await page.keyboard.type('青瓷')
  await expect(desk.results(page)).toHaveCount(3)
  await desk.results(page).nth(1).click()
  await expect(desk.hunt(page)).toContainText('2 of 3')
  await expect(parts.own(page).filter({ hasText: '为什么青瓷是绿的' })).toBeInViewport()
  await expect.poll(() => markInView(page)).toEqual({ text: '青瓷', visible: true })

  await page.keyboard.press('Enter')
  await expect(desk.hunt(page)).toContainText('3 of 3')
  await expect.poll(() => markInView(page)).toEqual({ text: '青瓷', visible: true })
  // round the end, into the middle of a long answer
  await page.keyboard.press('Enter')
  await expect(desk.hunt(page)).toContainText('1 of 3')
  await expect.poll(() => markInView(page)).toEqual({ text: '青瓷', visible: true })
  await page.keyboard.press('Shift+Enter')
  await expect(desk.hunt(page)).toContainText('3 of 3')
  await page.keyboard.press('Shift+Enter')
  await expect(desk.hunt(page)).toContainText('2 of 3')
  await expect.poll(() => markInView(page)).toEqual({ text: '青瓷', visible: true })
  await page.keyboard.press('Escape')
  await expect(desk.hunt(page)).toHaveCount(0)
  expect(await markInView(page)).toBeNull()
  await expect(parts.composer(page)).toBeFocused()

  // it is read on further down, and what one says goes to its end
  await expect(async () => {
    await page.locator('[data-scroller]').evaluate((region) => region.scrollTo({ top: region.scrollHeight }))
    await expect(page.getByText(/^Question 13\d\d about glazes/).first()).toBeAttached({ timeout: 200 })
  }).toPass()
  await parts.composer(page).fill('Repeat exactly: the end')
  await parts.composer(page).press('Enter')
  await expect(parts.own(page).last()).toContainText('the end')
  await expect(parts.own(page).last()).toBeInViewport()
  await expect(page.getByText('Question 2998 about glazes')).toBeAttached()
})

test('many are marked, deleted at once and brought back', async ({ atelier, data, gateway }) => {
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
  await expect(page.getByRole('heading', { name: 'Nothing made yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('300 items')).toBeVisible()
  await expect(desk.row(page, '茶')).toHaveCount(3)
})

test('what is in the bin can be restored, until the bin is emptied', async ({ atelier, data, gateway }) => {
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
  // it is not there to be opened
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

  // an archived item leaves the history, and is still found in the archive
  await desk.row(page, 'Tea workshop').hover()
  await page.getByRole('button', { name: 'Actions for Tea workshop' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(desk.rows(page)).toHaveCount(2)
  await desk.place(page, 'Archive').click()
  await desk.field(page).fill('颜料')
  await expect(desk.results(page).first()).toContainText('Tea workshop')
})

test('everything can be done with the keyboard', async ({ atelier, data, gateway }) => {
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
  // favourites stand above all others, and keep the focus
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
  await page.keyboard.type('朱砂')
  await expect(desk.results(page)).toHaveCount(4)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toContainText('矿物颜料')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Tea workshop' })).toBeVisible()

  // the palette finds the same
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /Search actions/ })).toBeFocused()
  await page.keyboard.type('主角是一枚')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('option', { name: /Launch text/ })).toBeVisible()
  await expect(palette.getByRole('option', { selected: true })).toContainText('Search the history for')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(desk.hunt(page)).toContainText('1 of 1')
  await expect.poll(() => markInView(page)).toEqual({ text: '主角是一枚', visible: true })
})

test('what an input method composes is not searched for, and its Enter opens nothing', async ({
  atelier,
  data,
  gateway,
  context,
  shellKind,
}) => {
  test.skip(shellKind !== 'browser', 'an input method is played over the protocol of the browser')
  await seedKinds(data)
  const page = await start(atelier, gateway)
  await indexed(atelier)
  await page.keyboard.press('Control+Shift+F')
  const keyboard = await context.newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: 'zhu sha', selectionStart: 7, selectionEnd: 7 })
  await expect(desk.field(page)).toHaveValue('zhu sha')
  await expect(desk.rows(page)).toHaveCount(4)
  await keyboard.send('Input.insertText', { text: '朱砂' })
  await expect(desk.field(page)).toHaveValue('朱砂')
  await expect(desk.results(page)).toHaveCount(4)
})

for (const [language, theme] of looksForAxe) {
  test(`axe finds nothing serious in the history, ${language}, ${theme}`, async ({ atelier, data, gateway }) => {
    const w = (key: string) => wordsOf(language, key)
    await seedKinds(data)
    const page = await start(atelier, gateway)
    await indexed(atelier)
    await atelier.call('settings.update', { language, theme })
    await page.keyboard.press('Control+5')
    const report: Record<string, readonly string[]> = {}
    const look = async (state: string): Promise<void> => {
      await settled(page)
      report[state] = await findings(page)
    }
    await expect(page.locator('[data-item]')).toHaveCount(4)
    await look('timeline')
    await page.locator('[data-item]').first().focus()
    await page.keyboard.press(' ')
    await look('selection')
    await page.getByRole('button', { name: w('history.tagItems') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('tags')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: w('app.cancel') })
      .click()
    await page.getByRole('button', { name: w('history.selectEnd') }).click()
    await page.getByRole('button', { name: w('history.filter'), exact: true }).click()
    await expect(page.getByRole('checkbox', { name: /demo-chat/ })).toBeVisible()
    await look('filter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Control+f')
    await page.keyboard.type('朱砂')
    await expect(page.getByRole('option')).toHaveCount(4)
    await look('results')
    await page.getByRole('button', { name: w('history.operators.help') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('operators')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('option').first().click()
    await expect(page.getByRole('search')).toBeVisible()
    await look('hits in a conversation')
    expect(Object.fromEntries(Object.entries(report).filter(([, found]) => found.length > 0))).toEqual({})
  })
}
