import { findings } from '../e2e/axe.ts'
import { answered, clipboardOf, expect, say, test } from './fixtures.ts'

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

test('a preview of growing code shows its present state and its end, and the code stays open', async ({
  atelier,
  chat: page,
}) => {
  const lines = Array.from({ length: 50 }, (_, index) => `<p>row ${index + 1}</p>`)
  atelier.app.chats.manner = { is: 'held', after: 400 }
  await say(page, `Repeat exactly: \`\`\`html\n${lines.join('\n')}\n\`\`\``)
  const answer = page.getByRole('article', { name: /^demo-/ }).last()
  await answer.getByRole('button', { name: 'Preview', exact: true }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('row 1', { exact: true })).toBeVisible()
  await expect(answer).toHaveAttribute('aria-busy', 'true')
  await expect(frame.getByText('row 50', { exact: true })).toHaveCount(0)
  atelier.app.chats.release()
  await answered(page, 1)
  await expect(frame.getByText('row 50', { exact: true })).toBeAttached()
  await expect(answer.locator('pre')).toContainText('row 50')
  await expect(answer.getByRole('button', { name: 'Show less' })).toBeVisible()
})
