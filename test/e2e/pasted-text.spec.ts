import { chatRequests, clipboardOf, exchange, expect, parts, test } from './fixtures.ts'

test('one press turns a long pasted text into a file, another one back; a key copies the answer', async ({
  chat: page,
  gateway,
}) => {
  const read = await clipboardOf(page)
  const pasted = `${'A long report about tides. '.repeat(120)}It ends here.`
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
  const field = parts.composer(page)
  await field.fill('Sum it up: ')
  await field.press('End')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(field).toHaveValue(`Sum it up: ${pasted}`)
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices).toContainText('Pasted 3,253 characters.')
  await notices.getByRole('button', { name: 'Attach as a file' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Pasted text.txt' })).toBeVisible()
  await expect(field).toHaveValue('Sum it up: ')

  await notices.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(field).toHaveValue(`Sum it up: ${pasted}`)
  await expect(page.getByRole('button', { name: 'Remove Pasted text.txt' })).toHaveCount(0)

  // an edited text is left alone
  await page.keyboard.press('ControlOrMeta+a')
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
  await field.press('ControlOrMeta+v')
  await field.press('Backspace')
  await notices.getByRole('button', { name: 'Attach as a file' }).press('Enter')
  await expect(notices).toContainText('stays in the message')
  await expect(field).toHaveValue(pasted.slice(0, -1))

  await field.fill('')
  await exchange(page, 'Repeat exactly: Copied by a key', 1)
  await page.keyboard.press('ControlOrMeta+Shift+c')
  await expect(notices).toContainText('Copied')
  expect(await read()).toBe('Copied by a key')
  expect(chatRequests(gateway)).toHaveLength(1)
})
