import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWindowPrinter } from '../../../src/main/electron/window-printer.ts'
import { Computer } from '../../fakes/electron-app.ts'
import { ElectronHost } from '../../fakes/electron-host.ts'
import { ManualClock } from '../../fakes/manual-clock.ts'

let folder = ''
let electron: ElectronHost
let clock: ManualClock
let page = ''

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-print-'))
  page = join(folder, 'page.html')
  writeFileSync(page, '<p>茶</p>')
  clock = new ManualClock()
  electron = new ElectronHost(new Computer(), folder)
  await electron.app.becomeReady()
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const print = (to: string, signal = new AbortController().signal) =>
  createWindowPrinter({ host: electron.host, clock }).pdf(page, to, signal)

test('a page is printed in a hidden window without scripts, which then closes', async () => {
  const to = join(folder, 'a.pdf')
  const printing = print(to)
  const { options, webContents } = electron.window
  await printing
  expect(options).toMatchObject({
    show: false,
    webPreferences: { javascript: false, sandbox: true, nodeIntegration: false },
  })
  expect(options.webPreferences?.preload).toBeUndefined()
  expect(webContents.prints).toMatchObject([{ printBackground: true, pageSize: 'A4' }])
  expect(readFileSync(to, 'utf8')).toBe(`%PDF-1.7 ${pathToFileURL(page).href}`)
  expect(electron.app.windows).toEqual([])
})

test('the session of a printed page loads the page with its contents, and nothing else', async () => {
  await print(join(folder, 'a.pdf'))
  const [session] = electron.partitions.values()
  expect(session?.isAllowed(pathToFileURL(page).href)).toBe(true)
  expect(session?.isAllowed('data:image/png;base64,AA==')).toBe(true)
  for (const url of ['https://a.example/p.png', 'file:///etc/passwd', 'media://library/a', 'ws://a.example'])
    expect(session?.isAllowed(url), url).toBe(false)
})

test('a page that cannot be loaded gives an error, and its window closes', async () => {
  rmSync(page)
  await expect(print(join(folder, 'a.pdf'))).rejects.toMatchObject({ error: { code: 'print_failed' } })
  expect(electron.app.windows).toEqual([])
})

test('a window whose process ends gives an error', async () => {
  const printing = expect(print(join(folder, 'a.pdf'))).rejects.toMatchObject({ error: { code: 'print_failed' } })
  electron.window.webContents.isHung = true
  await electron.window.webContents.crash('oom')
  await printing
  expect(electron.app.windows).toEqual([])
})

test('printing that is cancelled or takes too long closes its window', async () => {
  const cancel = new AbortController()
  const printing = print(join(folder, 'a.pdf'), cancel.signal)
  cancel.abort(new Error('cancelled'))
  await expect(printing).rejects.toThrow('cancelled')
  const slow = print(join(folder, 'b.pdf'))
  clock.advance(120_000)
  await expect(slow).rejects.toMatchObject({ error: { code: 'print_failed' } })
  expect(electron.app.windows).toEqual([])
})
