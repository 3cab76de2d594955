import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { beginOther, environmentOf, exchange, expect, parts, runCommand, settled, test } from './fixtures.ts'
import { markInView } from './history-desk.ts'
import { HistorySeed } from './history-seed.ts'
import { lookInBothThemes } from './looks.ts'

const bar = (page: Page) => page.getByRole('search', { name: 'Search in this chat' })
const field = (page: Page) => bar(page).getByRole('textbox', { name: 'Find in this chat' })
const count = (page: Page) => bar(page).getByRole('status')

const code = Array.from({ length: 60 }, (_, line) => `const line${line} = ${line === 55 ? '"lantern"' : line}`).join(
  '\n',
)

/** 120 questions; the word is in the 5th, twice in its answer, in folded code of the 40th, and in the last. */
function texts(): readonly string[] {
  return Array.from({ length: 120 }, (_, at) => [
    `Question ${at + 1} about ${at === 4 || at === 119 ? 'LANTERNS' : 'tides'}`,
    at === 4
      ? `A **lantern** is lit. ${'Water comes and goes. '.repeat(60)}\n\nAnother ｌａｎｔｅｒｎ. 灯塔的灯。`
      : at === 39
        ? `Here it is:\n\n\`\`\`js\n${code}\n\`\`\``
        : `Answer ${at + 1}. ${'Water comes and goes. '.repeat(20)}`,
  ]).flat()
}

async function opened(start: () => Promise<Page>, data: string): Promise<Page> {
  const seed = new HistorySeed(data)
  seed.chat('Long talk', texts())
  seed.close()
  const page = await start()
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  await parts.row(page, 'Long talk').click()
  await expect(parts.own(page).last()).toBeVisible()
  return page
}

test('a text is found in the whole chat by keyboard, also in messages that are not loaded', async ({
  atelier,
  data,
  gateway,
}) => {
  const page = await opened(() => atelier.start({ environment: environmentOf(gateway) }), data)
  await parts.composer(page).focus()
  await page.keyboard.press('Control+f')
  await expect(field(page)).toBeFocused()
  await settled(page)
  expect(await findings(page)).toEqual([])

  // the nearest to what is read, which is the end
  await page.keyboard.type('lantern')
  await expect(count(page)).toHaveText('5 of 5')
  await expect.poll(() => markInView(page)).toEqual({ text: 'LANTERN', visible: true })
  // in long code, which opens; an earlier page is loaded
  await page.keyboard.press('Shift+Enter')
  await expect(count(page)).toHaveText('4 of 5')
  await expect.poll(() => markInView(page)).toEqual({ text: 'lantern', visible: true })
  await expect(page.getByText('const line55 = "lantern"')).toBeInViewport()
  // two places of one message are two hits
  await page.keyboard.press('ArrowUp')
  await expect(count(page)).toHaveText('3 of 5')
  await expect.poll(() => markInView(page)).toEqual({ text: 'ｌａｎｔｅｒｎ', visible: true })
  await page.keyboard.press('ArrowUp')
  await expect(count(page)).toHaveText('2 of 5')
  await expect.poll(() => markInView(page)).toEqual({ text: 'lantern', visible: true })
  await page.keyboard.press('ArrowUp')
  await expect(count(page)).toHaveText('1 of 5')
  await expect(parts.own(page).filter({ hasText: 'Question 5 about' })).toBeInViewport()
  // around the end, and on
  await page.keyboard.press('ArrowUp')
  await expect(count(page)).toHaveText('5 of 5')
  await page.keyboard.press('Enter')
  await expect(count(page)).toHaveText('1 of 5')
  await settled(page)
  expect(await findings(page)).toEqual([])

  // single characters, plain text, nothing
  await field(page).fill('灯')
  await expect(count(page)).toHaveText('1 of 2')
  await expect.poll(() => markInView(page)).toEqual({ text: '灯', visible: true })
  await field(page).fill('about lanterns')
  await expect(count(page)).toHaveText(/^\d of 2$/)
  await field(page).fill('nowhere to be found')
  await expect(count(page)).toHaveText('No matches')
  await page.keyboard.press('Enter')
  expect(await markInView(page)).toBeNull()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await expect(parts.composer(page)).toBeFocused()
})

test('find starts with the selected text, and opens from the palette and the menu', async ({
  atelier,
  data,
  gateway,
}) => {
  const page = await opened(() => atelier.start({ environment: environmentOf(gateway) }), data)
  await parts.own(page).last().getByText('Question 120').selectText()
  await page.keyboard.press('Control+f')
  await expect(field(page)).toHaveValue('Question 120 about LANTERNS')
  await expect(count(page)).toHaveText('1 of 1')
  await page.keyboard.press('Escape')

  await runCommand(page, 'Find in this chat')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Question 7 ')
  await expect(count(page)).toHaveText('1 of 1')
  await expect(parts.own(page).filter({ hasText: 'Question 7 about' })).toBeInViewport()
  // the same key again selects the text
  await parts.composer(page).focus()
  await page.keyboard.press('Control+f')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Question 9 ')
  await expect(parts.own(page).filter({ hasText: 'Question 9 about' })).toBeInViewport()
  // another chat ends it
  await page.keyboard.press('Control+n')
  await expect(bar(page)).toHaveCount(0)
  await page.keyboard.press('Control+f')
  await expect(bar(page)).toHaveCount(0)
})

test('finds the stored part of a streaming answer, and all of it once it has ended', async ({ atelier, gateway }) => {
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  await beginOther(page, 'temporary.new')
  await expect(page.getByRole('region', { name: 'Temporary chat' })).toBeVisible()
  await exchange(page, 'qzx first', 1)
  await parts.composer(page).fill('/fault pace;tokens=40\nqzx second')
  await page.keyboard.press('Enter')
  await expect(page.locator('article[aria-busy="true"]')).toBeVisible()
  await page.keyboard.press('Control+f')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('qzx')
  await expect(count(page)).toHaveText(/of \d+$/)
  const number = async (): Promise<number> => Number(/(\d+)$/.exec((await count(page).textContent()) ?? '')?.[1] ?? 0)
  const during = await number()
  // Escape ends the search and leaves the answer alone
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await page.keyboard.press('Control+f')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('qzx')
  await expect(page.locator('article[aria-busy="true"]')).toHaveCount(0)
  await expect.poll(number).toBeGreaterThanOrEqual(during)
})

for (const language of ['en', 'zh-CN'] as const) {
  test(`the search in a chat fits the window, in ${language}`, async ({ atelier, data, gateway }) => {
    const seed = new HistorySeed(data)
    seed.chat('渡口 harbour', [
      'What lights a harbour? 夜里的灯',
      `A **lantern** and ${'a lantern '.repeat(1100)}`,
      '灯塔的灯呢？ Is it a lantern?',
      'A lighthouse is a large lantern.\n\n| lantern | 灯 |\n|---|---|\n| small | 小 |\n\n```js\nconst lantern = 1\n```',
    ])
    seed.close()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /: ?demo-|：demo-/ })).toBeVisible()
    await page.locator('[data-row]').filter({ hasText: '渡口' }).click()
    await expect(parts.answers(page)).toHaveCount(2)
    await page.keyboard.press('Control+f')
    await expect(page.locator('search').getByRole('textbox')).toBeFocused()
    await page.keyboard.type('灯')
    await expect(page.locator('search [role=status]')).toHaveText(/4/)
    await lookInBothThemes(page, 'find', language)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('lantern')
    await expect(page.locator('search [role=status]')).toHaveText(/1[,.]?000/)
    await lookInBothThemes(page, 'find-many', language)
  })
}
