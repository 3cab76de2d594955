import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findChromium, windowSurroundings } from '../../../src/main/browser/app-window.ts'
import { createHeadlessPrinter } from '../../../src/main/browser/headless-printer.ts'
import { documentText } from '../../../src/main/services/documents/document-text.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-print-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const never = new AbortController().signal
const program = findChromium(windowSurroundings())

test.skipIf(program === null)(
  'a page becomes a PDF that holds its Chinese text; nothing of it runs or loads',
  async () => {
    let asked = 0
    const server = createServer((_request, response) => {
      asked += 1
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const [page, to] = [join(folder, 'page.html'), join(folder, 'page.pdf')]
    writeFileSync(
      page,
      `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'">
       <p id="a">渡口与茶 Harbour</p><script>document.getElementById('a').textContent = 'ran'</script>
       <img src="http://127.0.0.1:${port}/a.png">`,
    )
    try {
      await createHeadlessPrinter().pdf(page, to, never)
    } finally {
      server.close()
    }
    const bytes = readFileSync(to)
    const found = await documentText('page.pdf', new Uint8Array(bytes))
    expect(typeof found === 'string' ? found : found.text).toContain('渡口与茶 Harbour')
    expect(asked).toBe(0)
    expect(readdirSync(folder).sort()).toEqual(['page.html', 'page.pdf'])
  },
  60_000,
)

test('a missing browser is reported', async () => {
  const printer = createHeadlessPrinter({ ...windowSurroundings(), isProgram: () => false })
  await expect(printer.pdf(join(folder, 'a.html'), join(folder, 'a.pdf'), never)).rejects.toMatchObject({
    error: { code: 'no_printer' },
  })
})

test('a browser that writes nothing, or is ended half way, leaves no file', async () => {
  const surroundings = { ...windowSurroundings(), isProgram: () => true, platform: 'linux' as const }
  const nothing = createHeadlessPrinter({ ...surroundings, environment: { ATELIER_BROWSER: '/bin/true' } })
  const to = join(folder, 'a.pdf')
  await expect(nothing.pdf(join(folder, 'a.html'), to, never)).rejects.toMatchObject({
    error: { code: 'print_failed' },
  })
  const cancel = new AbortController()
  const slow = join(folder, 'slow')
  writeFileSync(slow, '#!/bin/sh\nexec sleep 60\n', { mode: 0o700 })
  const waiting = createHeadlessPrinter({ ...surroundings, environment: { ATELIER_BROWSER: slow } })
  const printing = waiting.pdf(join(folder, 'a.html'), to, cancel.signal)
  cancel.abort(new Error('cancelled'))
  await expect(printing).rejects.toThrow('cancelled')
  expect(existsSync(to)).toBe(false)
})
