import { findings } from './axe.ts'
import { environmentOf, expect, parts, test } from './fixtures.ts'
import { desk, indexed, markInView } from './history-desk.ts'
import { HistorySeed } from './history-seed.ts'

test('code is wrapped, numbered, saved and folded by keyboard, and keeps that state', async ({
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
  await expect(desk.field(page)).toBeFocused()
  await page.keyboard.type('lighthouse')
  // its first letters find it too
  await expect(desk.results(page).locator('mark')).toHaveText('lighthouse')
  await desk.results(page).first().click()
  await expect(page.locator('pre').getByText('lighthouse')).toBeInViewport()
  await expect.poll(() => markInView(page)).toEqual({ text: 'lighthouse', visible: true })
})
