import type { Page } from '@playwright/test'
import {
  answered,
  browserShellOnly,
  chatRequests,
  closedAddress,
  environmentOf,
  expect,
  parts,
  say,
  test,
  wordsOf,
} from './fixtures.ts'

async function fillForm(page: Page, baseUrl: string, key: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Gateway address' }).fill(baseUrl)
  await page.getByLabel('API key').fill(key)
}

/** Notes in the page of each article that appears whether it is visible, and whether it can be reached. */
function noteArticles(): void {
  const articles: { readonly isVisible: boolean; readonly isInert: boolean }[] = []
  Object.assign(window, { articles })
  const note = (element: Element): void => {
    for (const article of [element, ...element.querySelectorAll('*')].filter((one) => one.matches('article')))
      articles.push({
        isVisible: article.checkVisibility({ visibilityProperty: true }),
        isInert: article.closest('[inert]') !== null,
      })
  }
  new MutationObserver((records) => {
    for (const added of records.flatMap((record) => [...record.addedNodes])) if (added instanceof Element) note(added)
  }).observe(document, { childList: true, subtree: true })
}

const connect = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true })
const testIt = (page: Page) => page.getByRole('button', { name: 'Test connection', exact: true })

test.describe('the app starts with the flag --demo', () => {
  test('the first start leads to the first streamed answer', async ({ atelier }) => {
    const page = await atelier.start({ flags: ['--demo'] })
    expect(page.url()).not.toContain('token')
    await expect(parts.composer(page)).toBeFocused()

    await say(page, '/fault pace;tokens=25\nWrite 600 characters about tea')
    await expect(parts.stop(page)).toBeVisible()
    // text is visible before the answer is complete, so it streams
    const running = page.locator('article[aria-busy="true"]')
    await expect(running.locator('p').filter({ hasText: /tea/i }).first()).toBeVisible()

    await answered(page, 1)
    await expect(parts.send(page)).toBeVisible()
    await expect(parts.rows(page)).toHaveCount(1)
    expect((await atelier.messages()).map(({ role, status }) => [role, status.state])).toEqual([
      ['user', 'done'],
      ['assistant', 'done'],
    ])
  })
})

test('a new chat renders hidden messages while idle, unreachable to the user, and removes them', async ({
  atelier,
  context,
  shellKind,
}) => {
  browserShellOnly(shellKind, 'the page of the other shell is loaded before a script can be added')
  await context.addInitScript(noteArticles)
  const page = await atelier.start({ flags: ['--demo'] })
  const unseen = { isVisible: false, isInert: true }
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'articles'))).toEqual([unseen, unseen])
  await expect(page.locator('article')).toHaveCount(0)
  await expect(parts.composer(page)).toBeFocused()
})

test.describe('the welcome page connects a gateway', () => {
  test('the welcome page connects the demo', async ({ atelier }) => {
    const page = await atelier.start()
    // also after a look at what can be imported
    await page.getByRole('button', { name: /^Bring your chats from ChatGPT/ }).click()
    await expect(page.getByRole('heading', { name: 'Import and export', level: 2 })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Welcome to Atelier' })).toBeVisible()
    await page.getByRole('button', { name: /Try the demo/ }).click()
    await say(page, 'Hello')
    await expect(await answered(page, 1)).toContainText(/\w/)
  })

  test.describe('the welcome page on a Chinese computer', () => {
    // the browser shell takes the language from the browser, Electron from the system
    test.use({ locale: 'zh-CN' })

    test('the welcome page is Chinese on a Chinese computer, and connects the demo', async ({ atelier }) => {
      const page = await atelier.start({ environment: { LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8' } })
      await expect(page.getByRole('heading', { name: wordsOf('zh-CN', 'welcome.title') })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
      await page.getByRole('button', { name: wordsOf('zh-CN', 'welcome.demo') }).click()
      const composer = page.getByRole('textbox', { name: wordsOf('zh-CN', 'composer.message'), exact: true })
      await composer.fill('你好')
      await composer.press('Enter')
      const answer = page.getByRole('article', { name: /^demo-/ })
      await expect(answer).toHaveAttribute('aria-busy', 'false')
      await expect(answer).toContainText(/\p{Script=Han}/u)
    })
  })

  test('the welcome page explains a wrong connection, and continues once it is right', async ({ atelier, gateway }) => {
    const page = await atelier.start()
    const alert = page.getByRole('alert')

    await fillForm(page, gateway.origin, 'sk-wrong-key-1234')
    await connect(page).click()
    await expect(alert).toContainText('The gateway does not know this key.')
    await expect(alert).toContainText('Nothing is saved yet.')
    expect((await atelier.call('connections.list', {})).connections).toEqual([])

    await fillForm(page, await closedAddress(), gateway.key)
    await connect(page).click()
    await expect(alert).toContainText('Nothing answers at this address.')

    const healthy = gateway.addFaults('html', '/v1/models')
    await fillForm(page, gateway.origin, gateway.key)
    await connect(page).click()
    await expect(alert).toContainText('Something answers at this address, but it is not an OpenAI-style gateway.')
    healthy()

    const foreign = gateway.addFaults('foreign', '/v1/models')
    await connect(page).click()
    await expect(alert).toContainText('Something answers at this address, but it is not an OpenAI-style gateway.')
    foreign()

    await fillForm(page, 'http://gateway.invalid', gateway.key)
    await page.getByLabel('API key').press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Send unencrypted' }).click()
    await expect(alert).toContainText('Address not found.')

    await fillForm(page, `${gateway.origin}/v1/chat/completions`, gateway.key)
    await connect(page).click()
    await expect(page.getByText('Connected. 13 models available.')).toBeVisible()
    await say(page, 'Hello')
    await answered(page, 1)
    // the attempts that failed left nothing behind
    expect((await atelier.call('connections.list', {})).connections).toHaveLength(1)
  })

  test('the welcome page offers http for an unencrypted gateway typed without a scheme', async ({
    atelier,
    gateway,
  }) => {
    const page = await atelier.start()
    await fillForm(page, gateway.origin.replace('http://', ''), gateway.key)
    await connect(page).click()
    await expect(page.getByRole('alert')).toContainText('The server does not answer with encryption (https).')
    await page.getByRole('button', { name: 'Use http://' }).click()
    await expect(parts.composer(page)).toBeVisible()
    expect((await atelier.call('connections.list', {})).connections).toHaveLength(1)
  })

  test('the welcome page keeps the endpoint chosen for chats', async ({ atelier, gateway }) => {
    const page = await atelier.start()
    await fillForm(page, gateway.origin, gateway.key)
    await page.getByText('More options').click()
    const field = page.getByLabel('Endpoint for chats')
    await expect(field).toHaveValue('completions')
    await field.selectOption('Ask the gateway once')
    await expect(page.getByText('The first chat tries Responses.')).toBeVisible()
    await connect(page).click()
    await expect(parts.composer(page)).toBeVisible()
    expect((await atelier.call('connections.list', {})).connections).toMatchObject([{ endpoint: 'auto' }])
    // the form of that connection shows it without being asked
    await parts.panels(page).getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByLabel('Endpoint for chats')).toHaveValue('auto')
  })

  test('the welcome page tests a connection without saving it', async ({ atelier, gateway }) => {
    const page = await atelier.start()
    await fillForm(page, gateway.origin, gateway.key)
    await testIt(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Connected. 13 models available.' })).toBeVisible()
    expect((await atelier.call('connections.list', {})).connections).toEqual([])
  })

  test('the welcome page sends nothing unencrypted to another computer before the user agrees', async ({ atelier }) => {
    const page = await atelier.start()
    await fillForm(page, 'http://gateway.invalid/v1', 'sk-some-key')
    await connect(page).click()
    const dialog = page.getByRole('dialog', { name: 'This address is not encrypted' })
    await expect(dialog).toContainText('gateway.invalid')
    await expect(dialog.getByRole('button', { name: 'Use https instead' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect((await atelier.call('connections.list', {})).connections).toEqual([])

    await connect(page).click()
    await dialog.getByRole('button', { name: 'Use https instead' }).click()
    await expect(page.getByRole('textbox', { name: 'Gateway address' })).toHaveValue('https://gateway.invalid/v1')

    await fillForm(page, 'http://gateway.invalid/v1', 'sk-some-key')
    await connect(page).click()
    await dialog.getByRole('button', { name: 'Send unencrypted' }).click()
    await expect(page.getByRole('alert')).toContainText('Address not found.')
    expect((await atelier.call('connections.list', {})).connections).toEqual([])
    await page.getByRole('button', { name: 'Keep anyway' }).click()
    await expect(parts.composer(page)).toBeVisible()
    expect((await atelier.call('connections.list', {})).connections).toMatchObject([
      { baseUrl: 'http://gateway.invalid/v1', allowInsecure: true },
    ])
  })

  test('the welcome page says that there is no keychain, and that the key is kept only for this run', async ({
    atelier,
    gateway,
  }) => {
    const page = await atelier.start()
    await expect(page.getByText('This computer has no keychain that Atelier can use.')).toBeVisible()
    await fillForm(page, gateway.origin, gateway.key)
    await connect(page).click()
    await expect(parts.composer(page)).toBeVisible()
    await parts.panels(page).getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByText(/Key kept until Atelier closes/)).toBeVisible()
    await page.getByRole('button', { name: 'About' }).click()
    await expect(page.getByText('Not available: keys are kept until Atelier closes')).toBeVisible()

    // the next run has the connection, and asks for its key again
    await atelier.restart()
    await say(page, 'Hello')
    await expect(page.getByRole('alert')).toContainText('This connection has no key.')
    await page.getByRole('alert').getByRole('button', { name: 'Enter key' }).click()
    // the form of that connection, ready for the key
    await expect(page.getByLabel('API key')).toBeFocused()
  })
})

test('a message sent before the model list has arrived is sent as soon as it has', async ({
  atelier,
  gateway,
  line,
}) => {
  line.holdAfter(0)
  const page = await atelier.start({ environment: environmentOf({ baseUrl: line.baseUrl, key: gateway.key }) })
  await expect(page.getByRole('button', { name: 'Choose a model · Environment' })).toBeVisible()
  await parts.composer(page).fill('Hello')
  await parts.composer(page).press('Enter')
  expect(chatRequests(gateway)).toHaveLength(0)
  line.release()
  await answered(page, 1)
  await expect(parts.composer(page)).toHaveValue('')
})

test('environment variables make a read-only connection', async ({ atelier, gateway }) => {
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await expect(page.getByRole('button', { name: /Choose a model: demo-chat · Environment/ })).toBeVisible()
  await say(page, 'Hello')
  await answered(page, 1)
  await page.keyboard.press('Control+,')
  const card = page.getByRole('listitem').filter({ hasText: 'Environment' })
  await expect(card).toContainText('ATELIER_BASE_URL')
  await expect(card.getByRole('button', { name: 'Test', exact: true })).toBeVisible()
  for (const name of ['Edit', 'Clear key', 'Remove']) {
    await expect(card.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  await card.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(card.getByRole('status')).toContainText('Connected. 13 models available.')
  // the endpoint belongs to how it is used, not to where it is
  await card.getByText('More options').click()
  await card.getByLabel('Endpoint for chats').selectOption('Responses')
  await expect(card.getByText('Nothing is stored at the gateway.')).toBeVisible()
  expect((await atelier.call('connections.list', {})).connections).toMatchObject([{ endpoint: 'responses' }])
})
