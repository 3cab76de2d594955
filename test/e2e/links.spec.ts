import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { type Atelier, clipboardOf, environmentOf, exchange, expect, parts, test, wordsOf } from './fixtures.ts'

const strangersKey = 'sk-qzxstrangerskey0123456789'

/** Files of the data folder and of the output that hold a text. */
function traces(atelier: Atelier, text: string): readonly string[] {
  const files = readdirSync(atelier.data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const found = files.filter((file) => readFileSync(file).includes(text))
  return atelier.output.includes(text) ? [...found, 'output'] : found
}

/** Opens a link by the command palette. */
async function openLink(page: Page, link: string, language: 'en' | 'zh-CN' = 'en'): Promise<void> {
  const command = wordsOf(language, 'links.command')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: wordsOf(language, 'palette.placeholder') }).fill(command.replace('…', ''))
  await expect(page.getByRole('option', { name: command })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: wordsOf(language, 'links.askLabel') })
  await expect(field).toBeFocused()
  await field.fill(link)
  await page.getByRole('button', { name: wordsOf(language, 'links.continue') }).click()
}

const addressOf = (address: string) => encodeURIComponent(address)

test('a link adds a connection only after the user saw it and agreed', async ({ atelier, gateway }) => {
  const page = await atelier.start()
  await expect(page.getByRole('heading', { name: 'Welcome to Atelier' })).toBeVisible()
  await atelier.call('connections.tryDemo', {})
  await page.reload()
  await expect(parts.composer(page)).toBeVisible()

  await openLink(page, `atelier://connect?v=1&name=Team&address=${addressOf(gateway.baseUrl)}&key=${gateway.key}`)
  const dialog = page.getByRole('dialog', { name: 'Add this connection?' })
  await expect(dialog).toContainText(new URL(gateway.baseUrl).host)
  await expect(dialog).not.toContainText(gateway.key)
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await findings(page)).toEqual([])
  expect(gateway.requests()).toHaveLength(0)
  expect(page.url()).not.toContain(gateway.key)

  await dialog.getByRole('button', { name: 'Add connection' }).press('Enter')
  await expect(dialog.getByText(/Connected\. \d+ models/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(dialog).toBeHidden()
  const { connections } = await atelier.call('connections.list', {})
  expect(connections.map(({ name }) => name)).toContain('Team')
  expect(traces(atelier, gateway.key)).toEqual([])
})

test('a hostile link is shown as it is, and does nothing without a click', async ({ atelier, gateway }) => {
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
  const before = gateway.requests().length
  const name = encodeURIComponent('Your bank\u202egro.live\u0007')
  const link = `atelier://connect?v=1&name=${name}&address=${addressOf('http://gаteway.example')}&key=${strangersKey}`

  await openLink(page, link)
  const dialog = page.getByRole('dialog', { name: 'Add this connection?' })
  await expect(dialog).toContainText('Your bank gro.live')
  await expect(dialog).toContainText('http://xn--gteway-3nf.example/v1')
  await expect(dialog).toContainText('not encrypted')
  await expect(dialog).toContainText('letters of other alphabets')
  await expect(dialog).toContainText('Hidden characters were removed')
  await expect(dialog).toContainText('sk-…6789')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  for (const [hostile, words] of [
    [`atelier://connect?address=${addressOf('javascript:alert(1)')}&key=${strangersKey}`, 'not https'],
    [`atelier://connect?address=${addressOf('https://openai.com:x@evil.example')}&key=${strangersKey}`, 'password'],
    [`atelier://connect?address=${addressOf('file:///etc/passwd')}&key=${strangersKey}`, 'not https'],
    [`atelier://connect?address=a.example&key=${strangersKey}&key=b`, 'twice'],
    [`atelier://connect?address=a.example&key=${strangersKey}${'x'.repeat(100_000)}`, '8 KB'],
    [`atelier://delete/everything?key=${strangersKey}`, 'does not know'],
  ] as const) {
    await openLink(page, hostile)
    const refused = page.getByRole('dialog', { name: 'This link cannot be used' })
    await expect(refused).toContainText(words)
    await expect(refused).not.toContainText(strangersKey)
    await refused.getByRole('button', { name: 'Close' }).last().press('Enter')
    await expect(refused).toBeHidden()
  }

  const { connections } = await atelier.call('connections.list', {})
  expect(connections).toHaveLength(1)
  expect(gateway.requests().length).toBe(before)
  expect(traces(atelier, strangersKey.slice(0, 20))).toEqual([])
  expect(
    await page.evaluate('JSON.stringify([history.length, localStorage, sessionStorage, location.href])'),
  ).not.toContain('qzxstrangers')
})

test('a link opens an item, and reports a missing one', async ({ chat: page, atelier }) => {
  await exchange(page, 'About tea', 1)
  const [first] = (await atelier.call('chat.list', { query: '', offset: 0, limit: 1 })).conversations
  const id = first?.id ?? ''
  const copied = await clipboardOf(page)
  await page.getByRole('button', { name: 'Actions for About tea' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Copy link' }).press('Enter')
  await expect(page.getByText('Link copied.')).toBeVisible()
  const link = await copied()
  expect(link).toBe(`atelier://open/chat/${id}`)
  await parts.newChat(page).click()
  await expect(parts.answers(page)).toHaveCount(0)
  await openLink(page, link)
  await expect(parts.answers(page)).toHaveCount(1)

  await openLink(page, 'atelier://open/chat/0190b0a4-7a3c-7c1e-9f3a-1234567890ab')
  const missing = page.getByRole('dialog', { name: 'The item is not here' })
  await expect(missing).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(missing).toBeHidden()

  await atelier.call('history.delete', { keys: [{ kind: 'chat', id }] })
  await openLink(page, `atelier://open/chat/${id}`)
  await expect(page.getByRole('dialog', { name: 'The item is in the bin' })).toBeVisible()
})

test('text that a console offers for another client fills the form, and connects after a press', async ({
  atelier,
  gateway,
}) => {
  const page = await atelier.start()
  const field = page.getByRole('textbox', { name: 'Gateway address' })
  const paste = async (text: string) => {
    await field.focus()
    await field.evaluate((element, pasted) => {
      const data = new DataTransfer()
      data.setData('text/plain', pasted)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, text)
  }
  await paste(JSON.stringify({ _type: 'newapi_channel_conn', key: 'x', url: 'file:///etc/passwd' }))
  await expect(page.getByRole('alert')).toContainText('not https')
  await expect(field).toHaveValue('')

  const config = btoa(JSON.stringify({ id: 'new-api', baseUrl: gateway.baseUrl, apiKey: gateway.key }))
  await paste(`cherrystudio://providers/api-keys?v=1&data=${encodeURIComponent(config)}`)
  await expect(field).toHaveValue(gateway.baseUrl)
  await expect(page.getByRole('alert')).toContainText(`The key goes to ${new URL(gateway.baseUrl).host}.`)
  expect(gateway.requests()).toHaveLength(0)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Connect', exact: true }).press('Enter')
  await expect(parts.composer(page)).toBeVisible()
})
