import { asElectronPage } from '../e2e/electron-page.ts'
import { lookAt, looks } from '../e2e/looks.ts'
import { exchange, expect, parts, test, wordsOf } from './fixtures.ts'

test('every item of the application menu runs its action', async ({ chat: page }) => {
  const menu = await asElectronPage(page, 'mac')
  const current = page.getByRole('navigation', { name: 'Panels' }).locator('[aria-current=page]')
  await exchange(page, 'Repeat exactly: one', 1)
  for (const [command, panel] of [
    ['images', 'Images'],
    ['transcription', 'Transcribe'],
    ['videos', 'Videos'],
    ['history', 'History'],
    ['library', 'Library'],
    ['settings', 'Settings'],
    ['chat', 'Chat'],
  ] as const) {
    menu.choose(command)
    await expect(current).toContainText(panel)
  }
  await expect(parts.answers(page)).toHaveCount(1)
  menu.choose('newChat')
  await expect(parts.answers(page)).toHaveCount(0)
  menu.choose('newTemporaryChat')
  await expect(page.getByRole('region', { name: wordsOf('en', 'temporary.name') })).toBeVisible()
  menu.choose('palette')
  await expect(page.getByRole('combobox', { name: wordsOf('en', 'palette.placeholder') })).toBeFocused()
  menu.choose('about')
  await expect(page.getByRole('combobox', { name: wordsOf('en', 'palette.placeholder') })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'About' })).toBeVisible()
  menu.choose('search')
  await expect(page.getByRole('combobox', { name: wordsOf('en', 'history.searchField') })).toBeFocused()
})

test('a command that arrives before the page has started runs when it has', async ({ chat: page }) => {
  await asElectronPage(page, 'mac', 'history')
  await expect(page.getByRole('navigation', { name: 'Panels' }).locator('[aria-current=page]')).toContainText('History')
})

test('a right click in code sends Electron the whole block, and one next to it sends nothing', async ({
  chat: page,
}) => {
  const shell = await asElectronPage(page, 'linux')
  const code = 'let a = 1\nlet b = 2\n'
  await exchange(page, `Repeat exactly: before\n\n\`\`\`js\n${code}\`\`\`\n`, 1)
  const answer = parts.answers(page).first()
  await answer.getByText('before').click({ button: 'right' })
  await page.keyboard.press('Escape')
  await answer.locator('pre').click({ button: 'right' })
  const told = code.trimEnd()
  await expect.poll(() => shell.asked('app.clickedCode')).toEqual([{ code: told }])
})

test('in the browser, a right click on code sends main nothing about it', async ({ chat: page, atelier }) => {
  const sent: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => void sent.push(String(payload))))
  await page.reload()
  await exchange(page, 'Repeat exactly: ```js\nlet a = 1\n```\n', 1)
  await parts.answers(page).first().locator('pre').click({ button: 'right' })
  // a later call is sent after what the click sent
  await atelier.call('settings.get', {})
  await expect.poll(() => sent.some((frame) => frame.includes('settings.get'))).toBe(true)
  expect(sent.filter((frame) => frame.includes('clickedCode'))).toEqual([])
})

test('the places of recent chats are chosen in Appearance; Linux has only the File menu', async ({
  chat: page,
  atelier,
}) => {
  for (const [system, options] of [
    ['linux', ['Nowhere', 'File menu']],
    ['windows', ['Nowhere', 'File menu', 'Dock or taskbar too']],
  ] as const) {
    const menu = await asElectronPage(page, system)
    menu.choose('settings')
    await page.getByRole('button', { name: wordsOf('en', 'settings.appearance') }).click()
    const choice = page.getByRole('group', { name: wordsOf('en', 'settings.recentChats') })
    await expect(choice.getByRole('radio')).toHaveCount(options.length)
    for (const option of options) await expect(choice.getByText(option)).toBeVisible()
    await expect(choice.getByRole('radio', { name: 'File menu' })).toBeChecked()
  }
  await page.getByRole('radio', { name: 'Dock or taskbar too' }).check()
  await expect.poll(async () => (await atelier.call('settings.get', {})).recentChats).toBe('system')
})

test.describe('spell checking in the settings', () => {
  const spelling = wordsOf('en', 'settings.spelling')

  test('spell checking has a switch if the system checks', async ({ chat: page, atelier }) => {
    const menu = await asElectronPage(page, 'windows')
    menu.choose('settings')
    await page.getByRole('button', { name: wordsOf('en', 'settings.appearance') }).click()
    const control = page.getByRole('switch', { name: spelling })
    await expect(control).toBeChecked()
    await control.press('Space')
    await expect(control).not.toBeChecked()
    await expect.poll(async () => (await atelier.call('settings.get', {})).spellCheck).toBe(false)
  })

  test('spell checking on Linux explains its absence, and is not mentioned in the browser shell', async ({
    chat: page,
  }) => {
    await page.getByRole('button', { name: wordsOf('en', 'settings.panel') }).click()
    await page.getByRole('button', { name: wordsOf('en', 'settings.appearance') }).click()
    await expect(page.getByText(wordsOf('en', 'settings.textSize'))).toBeVisible()
    await expect(page.getByText(spelling)).toHaveCount(0)
    const menu = await asElectronPage(page, 'linux')
    menu.choose('settings')
    await page.getByRole('button', { name: wordsOf('en', 'settings.appearance') }).click()
    await expect(page.getByText(wordsOf('en', 'settings.spellingUnavailable'))).toBeVisible()
    await expect(page.getByRole('switch', { name: spelling })).toHaveCount(0)
  })

  for (const [language, theme] of looks) {
    test(`the settings of spell checking fit, in ${language}, ${theme}`, async ({ chat: page, atelier }) => {
      await atelier.call('settings.update', { language, theme })
      for (const platform of ['mac', 'linux'] as const) {
        const menu = await asElectronPage(page, platform)
        menu.choose('settings')
        await page.getByRole('button', { name: wordsOf(language, 'settings.appearance') }).click()
        await expect(page.getByText(wordsOf(language, 'settings.spelling'), { exact: true })).toBeVisible()
        await lookAt(page, `appearance-${platform}`, language, theme)
      }
    })
  }
})
