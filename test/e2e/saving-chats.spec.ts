import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { browserShellOnly, environmentOf, expect, parts, settled, test } from './fixtures.ts'
import { HistorySeed } from './history-seed.ts'

const hostile = [
  'A **bold** word, `code < tag`, [a link](https://a.example/?b=1&c=2) and $x^2$.',
  '<script>window.ran = true</script><img src=x onerror="window.ran = true">',
  '[runs](javascript:window.ran=true) ![far](https://tracker.example/p.png)',
  '```html\n<iframe src="https://a.example"></iframe>\n```',
  '| 列 | b |\n|---|--:|\n| 茶 | 2 |',
].join('\n\n')

/** An Atelier with two chats, at the first of them. */
async function atChat(start: () => Promise<Page>, data: string): Promise<Page> {
  const seed = new HistorySeed(data)
  seed.chat('Other talk', ['Another question', 'Another answer'])
  seed.chat('渡口 harbour', ['What lights a harbour?', hostile, 'And at night?', '<think>moon</think>The moon.'])
  seed.close()
  const page = await start()
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  await parts.row(page, '渡口 harbour').click()
  await expect(parts.answers(page)).toHaveCount(2)
  return page
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save chats' })

/** Opens the dialog by its key, chooses a format by keys, saves with Enter, and gives the file's path. */
async function savedAs(page: Page, format: string): Promise<string> {
  await page.keyboard.press('Control+s')
  await dialog(page).getByRole('radio', { name: format }).focus()
  await page.keyboard.press('Space')
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).press('Enter')
  const path = await (await download).path()
  await expect(dialog(page)).toHaveCount(0)
  return path
}

test('a chat with a hostile answer is saved as a page that runs and loads nothing', async ({
  atelier,
  context,
  data,
  gateway,
  shellKind,
}) => {
  browserShellOnly(shellKind, 'the other shell saves by the dialog of the system')
  const page = await atChat(() => atelier.start({ environment: environmentOf(gateway) }), data)
  await page.keyboard.press('Control+s')
  await settled(page)
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  const html = readFileSync(await savedAs(page, 'Web page'), 'utf8')
  expect(html).not.toContain('moon</think>')

  // the file is opened as a user does, and everything that it asks for is noted
  const reader = await context.newPage()
  const asked: string[] = []
  reader.on('request', (request) => asked.push(request.url()))
  const file = pathToFileURL(`${data}/saved.html`).href
  writeFileSync(`${data}/saved.html`, html)
  await reader.goto(file)
  await expect(reader.getByRole('heading', { name: '渡口 harbour' })).toBeVisible()
  await expect(reader.getByRole('cell', { name: '茶' })).toBeVisible()
  await expect(reader.locator('math')).toHaveCount(1)
  await expect(reader.getByText('<script>window.ran = true</script>')).toBeVisible()
  expect(await reader.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    'https://a.example/?b=1&c=2',
    'https://tracker.example/p.png',
  ])
  expect(await reader.evaluate('window.ran')).toBeUndefined()
  expect(asked).toEqual([file])
  await reader.close()
})

test('part of a chat is saved as a picture, and the same chat as a PDF', async ({
  atelier,
  data,
  gateway,
  shellKind,
}) => {
  browserShellOnly(shellKind, 'the other shell saves by the dialog of the system')
  const page = await atChat(() => atelier.start({ environment: environmentOf(gateway) }), data)
  await page.keyboard.press('Control+s')
  await dialog(page).getByRole('radio', { name: 'Picture' }).check({ force: true })
  await dialog(page).getByLabel('From').selectOption({ label: '1. What lights a harbour?' })
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  const png = readFileSync(await (await download).path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  // twice the width of the text, and higher than one answer
  expect(png.readUInt32BE(16)).toBe(1640)
  expect(png.readUInt32BE(20)).toBeGreaterThan(1000)
  await expect(dialog(page)).toHaveCount(0)

  const pdf = readFileSync(await savedAs(page, 'PDF'))
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
})
