import { expect, parts, test } from './fixtures.ts'
import { desk, indexed, markInView, seedKinds, showHistory, start, typeSearch } from './history-desk.ts'
import { HistorySeed } from './history-seed.ts'

test('one and two Chinese characters are found while typing, and operators narrow the search', async ({
  atelier,
  data,
  gateway,
}) => {
  await seedKinds(data)
  const page = await start(atelier, gateway)
  await indexed(atelier)
  // from any panel, with the selected text
  await page.keyboard.press('Control+Shift+F')
  await expect(desk.field(page)).toBeFocused()
  await typeSearch(page, '砂', 4)
  await expect(page.getByText('4 hits')).toBeVisible()
  await page.keyboard.press('Control+a')
  await typeSearch(page, '朱砂', 4)
  await expect(desk.results(page).first()).toContainText('标题只留一枚朱砂印')
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

  // a transcript opens at the segment, with its find bar filled in
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

test('a hit deep in a long answer is reached even if frames are slow', async ({ atelier, data, gateway }) => {
  const filler = Array.from({ length: 400 }, (_, line) => `Paragraph ${line} is about the football match.`).join('\n\n')
  const seed = new HistorySeed(data)
  seed.chat('Flat', ['Please summarise the contract.', `${filler}\n\nThe tenant gives notice.\n\n${filler}`])
  seed.close()
  const page = await start(atelier, gateway)
  await indexed(atelier)
  await page.keyboard.press('Control+Shift+F')
  await desk.field(page).fill('tenant notice')
  await expect(desk.results(page).first()).toContainText('Flat')
  // as on a machine that draws a frame in five seconds
  await page.evaluate(`(() => {
    const now = performance.now.bind(performance)
    let late = 0
    const frame = () => {
      late += 5_000
      requestAnimationFrame(frame)
    }
    performance.now = () => now() + late
    requestAnimationFrame(frame)
  })()`)
  await desk.field(page).press('Enter')
  await expect.poll(async () => (await markInView(page))?.visible).toBe(true)
})

test('a hit in a conversation of 10,000 messages opens there, and a key goes to the next', async ({
  atelier,
  data,
  gateway,
}) => {
  const seed = new HistorySeed(data)
  const texts = Array.from({ length: 10_000 }, (_, index) =>
    index % 2 === 0 ? `Question ${index} about glazes` : `Answer ${index}: **slowly**, in a kiln.\n\n- one\n- two`,
  )
  const filler = Array.from({ length: 400 }, (_, line) => `Line ${line} of a long answer.`).join('\n\n')
  texts[401] = `${filler}\n\nFar down it is the colour of **青瓷** at last.\n\n${filler}`
  texts[5200] = '为什么青瓷是绿的？'
  texts[9800] = `${'words '.repeat(1_500)}青瓷`
  seed.chat('A year of pottery', texts)
  seed.close()
  const page = await start(atelier, gateway)
  await indexed(atelier)
  await page.keyboard.press('Control+Shift+F')
  await typeSearch(page, '青瓷', 3)
  await desk.results(page).nth(1).click()
  await expect(desk.findBar(page)).toContainText('2 of 3')
  await expect(parts.own(page).filter({ hasText: '为什么青瓷是绿的' })).toBeInViewport()
  await expect.poll(() => markInView(page)).toEqual({ text: '青瓷', visible: true })

  await page.keyboard.press('Enter')
  await expect(desk.findBar(page)).toContainText('3 of 3')
  await expect.poll(() => markInView(page)).toEqual({ text: '青瓷', visible: true })
  // wraps around the end, into the middle of a long answer
  await page.keyboard.press('Enter')
  await expect(desk.findBar(page)).toContainText('1 of 3')
  await expect.poll(() => markInView(page)).toEqual({ text: '青瓷', visible: true })
  await page.keyboard.press('Shift+Enter')
  await expect(desk.findBar(page)).toContainText('3 of 3')
  await page.keyboard.press('Shift+Enter')
  await expect(desk.findBar(page)).toContainText('2 of 3')
  await expect.poll(() => markInView(page)).toEqual({ text: '青瓷', visible: true })
  await page.keyboard.press('Escape')
  await expect(desk.findBar(page)).toHaveCount(0)
  expect(await markInView(page)).toBeNull()
  await expect(parts.composer(page)).toBeFocused()

  // later messages load on scrolling, and a new message scrolls to the end
  await expect(async () => {
    await page.locator('[data-scroller]').evaluate((region) => region.scrollTo({ top: region.scrollHeight }))
    await expect(page.getByText(/^Question 53\d\d about glazes/).first()).toBeAttached({ timeout: 200 })
  }).toPass()
  await parts.composer(page).fill('Repeat exactly: the end')
  await parts.composer(page).press('Enter')
  await expect(parts.own(page).last()).toContainText('the end')
  await expect(parts.own(page).last()).toBeInViewport()
  await expect(page.getByText('Question 9998 about glazes')).toBeAttached()
})

test('text that an input method composes is not searched for, and its Enter opens nothing', async ({
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

test('results are selected, tagged and deleted with the pointer', async ({ atelier, data, gateway }) => {
  await seedKinds(data)
  const page = await start(atelier, gateway)
  await indexed(atelier)
  await page.keyboard.press('Control+Shift+F')
  await typeSearch(page, '朱砂', 4)
  const result = (text: string) => desk.results(page).filter({ hasText: text })
  await result('Tea workshop').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Add to favourites' }).click()
  await expect(result('Tea workshop')).toContainText('Favourite')
  await result('Tea workshop').hover()
  await result('Tea workshop').locator('xpath=following-sibling::button').click()
  await page.getByRole('menuitem', { name: 'Move to the bin' }).click()
  await expect(result('Tea workshop')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(result('Tea workshop')).toHaveCount(1)

  await result('朱砂在水中').click({ modifiers: ['ControlOrMeta'] })
  await result('Launch text').click({ modifiers: ['Shift'] })
  await expect(desk.selection(page)).toContainText('3 selected')
  await result('Tea workshop').click()
  await expect(desk.selection(page)).toContainText('2 selected')
  await desk.selection(page).getByRole('button', { name: 'Archive' }).click()
  await expect(desk.results(page)).toHaveCount(1)
  // the selected items are gone from the list
  await expect(desk.selection(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(desk.results(page)).toHaveCount(4)

  // selects exactly the items found
  await page.keyboard.press('Control+f')
  await desk.field(page).fill('砂 -墨色')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Select all' }).click()
  await expect(desk.selection(page)).toContainText('3 selected')
  await desk.selection(page).getByRole('button', { name: 'Move to the bin' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing found for' })).toBeVisible()
  await desk.field(page).press('Escape')
  await expect(desk.rows(page)).toHaveCount(1)
})

test('results are selected, made favourites and deleted with the keyboard', async ({ atelier, data, gateway }) => {
  await seedKinds(data)
  const page = await start(atelier, gateway)
  await indexed(atelier)
  await page.keyboard.press('Control+Shift+F')
  // new hits would set the position back to the first
  await typeSearch(page, '朱砂', 4)
  const list = page.getByRole('listbox', { name: 'Results' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  // the first item has two hits
  await expect(desk.selection(page)).toContainText('2 selected')
  await expect(list).toBeFocused()
  await page.keyboard.press(' ')
  await expect(desk.selection(page)).toContainText('1 selected')
  await page.keyboard.press('Control+a')
  await expect(desk.selection(page)).toContainText('3 selected')
  await page.keyboard.press('Escape')
  await expect(desk.selection(page)).toHaveCount(0)
  await expect(list).toBeFocused()

  await page.keyboard.press('f')
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText('Favourite')
  await page.keyboard.press('ContextMenu')
  await expect(page.getByRole('menuitem', { name: 'Remove from favourites' })).toBeVisible()
  // from then on the menu has the keys
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(desk.results(page).filter({ hasText: 'Tea workshop' })).toHaveCount(0)
  await expect(list).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(desk.results(page).filter({ hasText: 'Tea workshop' })).toHaveCount(1)
  await page.keyboard.press('Home')
  await page.keyboard.press('Escape')
  await expect(desk.field(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(desk.findBar(page)).toBeVisible()
})

test('a search with invalid syntax shows a plain message', async ({ atelier, data, gateway }) => {
  await seedKinds(data)
  const page = await start(atelier, gateway)
  await indexed(atelier)
  await page.keyboard.press('Control+Shift+F')
  const nothing = page.getByRole('heading', { name: 'Nothing found for' })
  for (const text of [
    'x'.repeat(10_000),
    'a '.repeat(5_000),
    `${'朱砂 '.repeat(3_000)}nowhere`,
    'model:nothing-of-that-name',
    '"never closed',
    '- -- "" "',
    '👩‍👩‍👧‍👦\u200d',
    'مرحبا بالعالم',
    '\ud800 \udfff',
    'before:1970 after:2999',
  ]) {
    await desk.field(page).fill(text)
    // the answer to this search, not to the previous one
    await expect(page.getByRole('listbox', { name: 'Results', includeHidden: true })).toHaveAttribute(
      'aria-busy',
      'false',
    )
    await expect(nothing.or(desk.results(page).first())).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await desk.field(page).fill('"朱砂')
  await expect(desk.results(page)).toHaveCount(4)
})
