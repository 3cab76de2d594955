import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { answered, beginOther, chatRequests, exchange, expect, parts, say, test } from './fixtures.ts'
import { openSettings } from './side-pages.ts'

async function showChat(page: Page): Promise<void> {
  await parts.panels(page).getByRole('button', { name: /^Chat/ }).click()
}

test('an entered price gives each answer its cost, and the month its total', async ({ chat: page }) => {
  await openSettings(page, 'prices')
  const form = page.getByRole('form', { name: 'Add a price' })
  await form.getByRole('combobox', { name: 'Model' }).fill('demo-chat')
  await form.getByRole('combobox', { name: 'Currency' }).selectOption({ label: '¥ yuan' })
  await form.getByRole('textbox', { name: 'Input, per million tokens', exact: true }).fill('1000')
  await form.getByRole('textbox', { name: 'Output, per million tokens' }).fill('2000')
  await form.getByRole('button', { name: 'Save price' }).click()
  await expect(page.getByRole('list', { name: 'Prices', exact: true })).toContainText('demo-chat')
  expect(await findings(page)).toEqual([])

  await showChat(page)
  await say(page, 'What does this cost?')
  await answered(page, 1)
  await expect(page.getByRole('article').last()).toContainText(/tokens.*¥\d+\.\d+/)
  await page
    .getByRole('textbox', { name: /message/i })
    .first()
    .fill('And this one?')
  await expect(page.getByText(/^Input ≈ ¥/)).toBeVisible()
  // a file counts, also without words
  const input = async (): Promise<number> =>
    Number(/¥([\d.,]+)/.exec((await page.getByText(/^Input ≈ ¥/).textContent()) ?? '')?.[1]?.replaceAll(',', '') ?? 0)
  const before = await input()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from('Harbour lights. '.repeat(2_000)) })
  await expect.poll(input).toBeGreaterThan(before + 4)
  await parts.composer(page).fill('')
  await expect.poll(input).toBeGreaterThan(4)
  await page.getByRole('button', { name: /^Remove.*long\.txt/ }).click()

  await openSettings(page, 'spending')
  await expect(page.getByRole('status').filter({ hasText: /^Total: ¥/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Cost per day in CNY: ¥/ })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('Model')
  const row = page.getByRole('row', { name: /demo-chat/ })
  await expect(row.getByRole('cell').last()).toHaveText(/^¥/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/,chat,demo-chat,[^,]*,CNY,\d+\.\d+,1,/)
})

test('a pasted price table names the invalid row, and is accepted once it is valid', async ({ chat: page }) => {
  await openSettings(page, 'prices')
  const table = page.getByRole('textbox', { name: 'Paste a table' })
  await table.fill('model\tinput\toutput\nalpha\t2\t8\nbeta\tcheap\t1')
  await page.getByRole('button', { name: 'Read the table' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Row 3: “cheap”' })).toBeVisible()
  await table.fill('model\tinput (¥/千tokens)\toutput\tmax output\nalpha\t2\t8\t1\nbeta\t1\t1\t1')
  await page.getByRole('button', { name: 'Read the table' }).click()
  const preview = page.getByRole('list', { name: 'Prices that were read' })
  await expect(preview.getByRole('listitem').first()).toContainText('in ¥2,000')
  await expect(page.getByText('Not read: max output.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Prices', exact: true }).getByRole('listitem')).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Add these prices' }).click()
  await expect(page.getByRole('list', { name: 'Prices', exact: true }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Look up list prices' }).click()
  await expect(page.getByText('No model without a price has a list price.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the price of beta' }).click()
  await expect(page.getByRole('list', { name: 'Prices', exact: true }).getByRole('listitem')).toHaveCount(1)
})

test('a message beyond the budget waits for the user, in its own chat alone', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  const none = { cached: null, image: null, second: null, minute: null }
  const price = { model: 'demo-chat', connectionId: '', currency: 'CNY', input: 1e13, output: 1e13, ...none } as const
  await atelier.call('prices.put', { prices: [price] })
  await atelier.call('settings.update', { budgetPeriod: 'day', budgetAmount: 1, budgetAsks: true })
  // one token costs ¥0.01: a hundred words cost more than ¥1
  await exchange(page, `Repeat exactly: ${'many words '.repeat(60)}`, 1)
  await expect(page.getByRole('status').filter({ hasText: /^Today's budget of ¥1/ })).toBeVisible()

  await say(page, 'Only if I want it')
  const question = page.getByRole('alert').filter({ hasText: 'Nothing was sent.' })
  await expect(question).toBeVisible()
  expect(chatRequests(gateway)).toHaveLength(1)
  await page.getByRole('button', { name: 'New chat' }).click()
  await expect(question).toHaveCount(0)
  await parts.rows(page).getByRole('button').first().click()
  await expect(question).toBeVisible()
  // with nothing to send, the permission is not kept for a later message
  const field = page.getByRole('textbox', { name: /message/i }).first()
  await field.fill('')
  await question.getByRole('button', { name: 'Send anyway' }).click()
  await expect(question).toHaveCount(0)
  await say(page, 'Only if I want it')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Send anyway' }).click()
  await answered(page, 2)
  expect(chatRequests(gateway)).toHaveLength(2)
})

test('a document beyond the budget continues only after the user agrees, by keyboard alone', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  const none = { cached: null, image: null, second: null, minute: null }
  const price = { model: 'demo-chat', connectionId: '', currency: 'CNY', input: 1e13, output: 1e13, ...none } as const
  await atelier.call('prices.put', { prices: [price] })
  // less than one yuan
  await atelier.call('settings.update', { budgetPeriod: 'day', budgetAmount: 0.5, budgetAsks: true })
  await exchange(page, `Repeat exactly: ${'many words '.repeat(60)}`, 1)
  const sent = () => gateway.requests().filter(({ path }) => path === '/v1/completions')

  await beginOther(page, 'text.new')
  const field = page.getByRole('textbox', { name: 'Text', exact: true })
  await field.pressSequentially('The lighthouse keeper ')
  await page.keyboard.press('ControlOrMeta+Enter')
  const question = page.getByRole('alert').filter({ hasText: 'Nothing was sent.' })
  await expect(question).toContainText("Today's budget of ¥0.50")
  expect(await findings(page)).toEqual([])
  expect(sent()).toHaveLength(0)
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(field).toHaveValue(/^The lighthouse keeper .{40}/s)
  expect(sent()).toHaveLength(1)
})
