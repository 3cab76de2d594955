import { answered, expect, parts, say, test, wordsOf } from './fixtures.ts'

test('a key stays in the form after a failed connection', async ({ atelier, gateway }) => {
  const page = await atelier.start()
  await page.getByRole('textbox', { name: wordsOf('en', 'connection.address') }).fill(`${gateway.origin}/nowhere`)
  const key = page.getByLabel(wordsOf('en', 'connection.key'), { exact: true })
  await key.fill(gateway.key)
  await page.getByRole('button', { name: wordsOf('en', 'connection.connect'), exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(key).toHaveValue(gateway.key)
  await page.getByRole('textbox', { name: wordsOf('en', 'connection.address') }).fill(gateway.baseUrl)
  await page.getByRole('button', { name: wordsOf('en', 'connection.connect'), exact: true }).click()
  await expect(parts.composer(page)).toBeVisible()
  await say(page, 'Repeat exactly: connected')
  await expect(await answered(page, 1)).toContainText('connected')
})
