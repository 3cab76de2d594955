import type { IncomingMessage, ServerResponse } from 'node:http'
import { WebSocket } from 'ws'
import { askForLink } from '../../src/main/browser/first-instance.ts'
import { readInstance } from '../../src/main/data-folder.ts'
import { loopbackServer } from '../fakes/loopback-server.ts'
import { browserShellOnly, expect, test } from './fixtures.ts'

test.beforeEach(({ shellKind }) => browserShellOnly(shellKind, 'Electron has no server'))

/** Another program on this computer, with its own port. */
async function neighbour(answer: (response: ServerResponse) => void = (response) => response.end('hello')) {
  const asked: IncomingMessage[] = []
  const server = await loopbackServer((request, response) => {
    asked.push(request)
    answer(response.setHeader('content-type', 'text/html'))
  })
  return { ...server, asked, cookies: () => asked.map(({ headers }) => headers.cookie ?? '').join('; ') }
}

/** The server's answer to a socket with these headers. */
async function socketAnswer(origin: string, headers: Record<string, string>, protocols: string[]): Promise<string> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/bridge`, protocols, { headers: { origin, ...headers } })
  return await new Promise((resolve) => {
    socket.once('open', () => resolve('open'))
    socket.once('error', (cause) => resolve(String(cause)))
  })
}

test('a setting changed while the page loads its language is applied', async ({ atelier }) => {
  const page = await atelier.start()
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
  await atelier.call('settings.update', { language: 'zh-CN' })
  await page.reload()
  await expect(root).toHaveAttribute('lang', 'zh-CN')
  const asked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  await page.route(/\/zh-cn-[^/]*\.js$/, async (route) => {
    asked.resolve()
    await release.promise
    await route.continue()
  })
  // so that the page learns its language from the settings
  await page.evaluate(`localStorage.removeItem('atelier.language')`)
  const loaded = page.reload()
  await asked.promise
  await atelier.call('settings.update', { theme: 'dark' })
  release.resolve()
  await loaded
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('a click on a link to another port does not reveal the session', async ({ atelier }) => {
  const page = await atelier.start()
  const origin = new URL(page.url()).origin
  const other = await neighbour()
  try {
    const opened = page.waitForEvent('popup')
    await page.evaluate(`void window.open(${JSON.stringify(other.origin)})`)
    await expect((await opened).getByText('hello')).toBeVisible()
    // cookies are sent to every port, but the stolen cookie opens nothing
    const cookie = other.cookies()
    expect(cookie).toContain(`atelier_${new URL(origin).port}=`)
    for (const protocols of [[], ['atelier'], ['atelier', cookie.split('=')[1]?.split(';')[0] ?? 'none']])
      expect(await socketAnswer(origin, { cookie }, protocols)).toContain('403')
    const upload = await fetch(`${origin}/import`, {
      method: 'POST',
      headers: { origin, cookie, 'x-atelier': '1', 'x-atelier-name': 'a.png' },
      body: 'bytes',
    })
    expect(upload.ok).toBe(false)
    expect(await page.evaluate('location.href')).toBe(`${origin}/`)
  } finally {
    await other.close()
  }
})

test('a window opened under its own name sends no cookie to another port', async ({ atelier, data }) => {
  await atelier.start()
  const first = await readInstance(data)
  const link = first && (await askForLink(first, 'window'))
  const page = await atelier.page.context().newPage()
  const other = await neighbour()
  try {
    await page.goto(link ?? '')
    await expect(page.getByRole('button', { name: /Try the demo/ })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: /Try the demo/ })).toBeVisible()
    const port = new URL(other.origin).port
    for (const host of ['127.0.0.1', 'localhost'])
      await page
        .context()
        .newPage()
        .then((opened) => opened.goto(`http://${host}:${port}`))
    const window = new URL(page.url())
    expect(await page.context().cookies(window.href)).toHaveLength(1)
    expect(other.asked).not.toHaveLength(0)
    const own = (await page.context().cookies(window.href))[0]?.value ?? 'none'
    expect(other.cookies()).not.toContain(own)
  } finally {
    await other.close()
  }
})

test('a flood of cookies from another port locks no page out', async ({ atelier }) => {
  const page = await atelier.start()
  const { port } = new URL(page.url())
  const other = await neighbour((response) => {
    // more than a browser keeps for a host, overwriting ours
    const flood = Array.from({ length: 30 }, (_, at) => `flood${Math.random()}${at}=${'x'.repeat(3_800)}; Path=/`)
    response.setHeader('set-cookie', [...flood, `atelier_${port}=garbage; Path=/`, `atelier_${port}=more; Path=/media`])
    response.end('hello')
  })
  try {
    const visit = await page.context().newPage()
    for (let times = 0; times < 8; times += 1) await visit.goto(other.origin)
    // the refused page renews its session automatically
    atelier.allow(/401/)
    await page.reload()
    await expect(page.getByRole('button', { name: /Try the demo/ })).toBeVisible()
  } finally {
    await other.close()
  }
})

test('a page whose session has ended says so instead of waiting', async ({ atelier }) => {
  const page = await atelier.start()
  atelier.allow(/WebSocket connection to .+ failed/, /401/)
  await page.evaluate('localStorage.clear()')
  await page.reload()
  await expect(page.getByText('npm start').first()).toBeVisible()
  await page.goto(await atelier.link())
  await expect(page.getByRole('button', { name: /Try the demo/ })).toBeVisible()
})
