import { findings } from './axe.ts'
import { answered, clipboardOf, environmentOf, expect, parts, say, test } from './fixtures.ts'
import { desk, indexed, markInView } from './history-desk.ts'
import { HistorySeed } from './history-seed.ts'

test('a table is sorted by its headers and copied, by keyboard', async ({ chat: page }) => {
  const clipboard = await clipboardOf(page)
  await say(
    page,
    'Repeat exactly: | City | People |\n|---|--:|\n| Bern | 144,000 |\n| Ulm | 9,900 |\n| Ålen | |\n| Aarau | 22,000 |',
  )
  const answer = await answered(page, 1)
  const cities = answer.locator('tbody td:first-child')
  const people = answer.getByRole('columnheader', { name: 'People' })
  await expect(cities).toHaveText(['Bern', 'Ulm', 'Ålen', 'Aarau'])
  await people.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(people).toHaveAttribute('aria-sort', 'ascending')
  await expect(cities).toHaveText(['Ulm', 'Aarau', 'Bern', 'Ålen'])
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(people).toHaveAttribute('aria-sort', 'descending')
  await expect(cities).toHaveText(['Bern', 'Aarau', 'Ulm', 'Ålen'])
  await answer.getByRole('button', { name: 'Copy as CSV' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(clipboard).toBe('City,People\r\nBern,"144,000"\r\nAarau,"22,000"\r\nUlm,"9,900"\r\nÅlen,\r\n')
  await answer.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect
    .poll(clipboard)
    .toBe('| City | People |\n| --- | --: |\n| Bern | 144,000 |\n| Aarau | 22,000 |\n| Ulm | 9,900 |\n| Ålen |  |\n')
  await people.getByRole('button').press('Enter')
  await expect(people).toHaveAttribute('aria-sort', 'none')
  await expect(cities).toHaveText(['Bern', 'Ulm', 'Ålen', 'Aarau'])
})

test('code is wrapped, numbered, saved and folded, by keyboard, and stays so', async ({
  atelier,
  data,
  gateway,
  shellKind,
}) => {
  const seed = new HistorySeed(data)
  const lines = Array.from(
    { length: 60 },
    (_, index) => `line_${index + 1} = ${index === 0 ? `"${'long '.repeat(60)}"` : index}`,
  )
  seed.chat('Script', ['Question', `\`\`\`python\n${lines.join('\n')}\n\`\`\``])
  seed.close()
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await page.getByText('Script', { exact: true }).click()
  const answer = parts.conversation(page)
  const unfold = answer.getByRole('button', { name: 'Show all 60 lines' })
  await expect(answer.locator('pre')).toContainText('line_16')
  await expect(answer.locator('pre')).not.toContainText('line_17')
  expect(await findings(page)).toEqual([])
  await unfold.focus()
  await page.keyboard.press('Enter')
  await expect(answer.locator('pre')).toContainText('line_60')
  await expect(answer.getByRole('button', { name: 'Show less' })).toBeFocused()

  const wrap = answer.getByRole('button', { name: 'Wrap long lines' })
  await expect(wrap).toHaveAttribute('aria-pressed', 'false')
  await wrap.focus()
  await page.keyboard.press('Enter')
  await expect(wrap).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(answer.getByRole('button', { name: 'Line numbers' })).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(async () => await atelier.call('settings.get', {}))
    .toMatchObject({ codeWrap: true, codeNumbers: true })
  await page.keyboard.press('Tab')
  await expect(answer.getByRole('button', { name: 'Save as a file' })).toBeFocused()
  if (shellKind === 'browser') {
    const saved = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await saved).suggestedFilename()).toBe('code.py')
  }
  expect(await findings(page)).toEqual([])
})

test('a preview of growing code shows what there is and follows at its end, and the code stays open', async ({
  line,
  lineChat: page,
}) => {
  const lines = Array.from({ length: 50 }, (_, index) => `<p>row ${index + 1}</p>`)
  line.holdAfter(6000)
  await say(page, `Repeat exactly: \`\`\`html\n${lines.join('\n')}\n\`\`\``)
  const answer = page.getByRole('article', { name: /^demo-/ }).last()
  await answer.getByRole('button', { name: 'Preview', exact: true }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('row 1', { exact: true })).toBeVisible()
  await expect(answer).toHaveAttribute('aria-busy', 'true')
  await expect(frame.getByText('row 50', { exact: true })).toHaveCount(0)
  line.release()
  await answered(page, 1)
  await expect(frame.getByText('row 50', { exact: true })).toBeAttached()
  await expect(answer.locator('pre')).toContainText('row 50')
  await expect(answer.getByRole('button', { name: 'Show less' })).toBeVisible()
})

test('words in folded code are found and shown', async ({ atelier, data, gateway }) => {
  const seed = new HistorySeed(data)
  const lines = Array.from({ length: 60 }, (_, index) => `row ${index + 1}${index === 54 ? ' lighthouse' : ''}`)
  seed.chat('Coast', ['Question', `\`\`\`text\n${lines.join('\n')}\n\`\`\``])
  seed.close()
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await page.getByText('Coast', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Show all 60 lines' })).toBeVisible()
  await expect(page.getByText('lighthouse')).toHaveCount(0)
  await indexed(atelier)
  await page.keyboard.press('Control+Shift+F')
  await page.keyboard.type('lighthouse')
  // its first letters find it too
  await expect(desk.results(page).locator('mark')).toHaveText('lighthouse')
  await desk.results(page).first().click()
  await expect(page.locator('pre').getByText('lighthouse')).toBeInViewport()
  await expect.poll(() => markInView(page)).toEqual({ text: 'lighthouse', visible: true })
})
