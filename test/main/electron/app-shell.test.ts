import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ClickedPlace } from '../../../src/main/electron/context-menu.ts'
import { type RunningShell, ShellDesk } from '../../fakes/running-shell.ts'

// What the running shell shows by itself, over the double of Electron.

let desk: ShellDesk
beforeEach(() => {
  desk = new ShellDesk()
})
afterEach(() => desk.dispose())

const set = ({ host }: RunningShell, patch: object) => host.call('settings.update', patch)
/** The answer of `backups.make`. */
const made = z.object({ ok: z.literal(true), value: z.object({ name: z.string() }) })
const commands = ({ host }: RunningShell) =>
  host.window.webContents.received.flatMap(([, name, payload]) => (name === 'app.command' ? [payload] : []))

describe('the language of menu and dialogs', () => {
  it('the language of menus is the system’s at first, and follows the setting at once', async () => {
    const shell = await desk.start('linux', ({ app }) => {
      app.languages = ['zh-Hans-CN']
    })
    expect(shell.host.menu?.items[0]?.label).toBe('文件')
    await set(shell, { language: 'en' })
    expect(shell.host.menu?.items[0]?.label).toBe('File')
    await shell.beBusy()
    shell.host.window.close()
    const box = await shell.host.dialog.box()
    expect(box.options.buttons).toEqual(['Quit', 'Stay'])
    box.press('Stay')
    await set(shell, { language: 'zh-CN' })
    shell.host.window.close()
    const next = await shell.host.dialog.box()
    expect(next.options.buttons).toEqual(['退出', '留下'])
    next.press('留下')
  })

  it('the system’s file dialogs have the app’s language', async () => {
    const shell = await desk.start()
    await set(shell, { language: 'zh-CN' })
    await shell.host.call('storage.chooseFolder', {})
    await shell.host.call('media.save', { mediaId: await shell.addPicture(), name: 'x' })
    expect(shell.host.dialog.opens.map(({ title, buttonLabel }) => [title, buttonLabel])).toEqual([
      ['选择文件夹', '选择'],
    ])
    expect(shell.host.dialog.saves.map(({ title, buttonLabel }) => [title, buttonLabel])).toEqual([
      ['保存文件', '保存'],
    ])
  })

  it('the language is stored for the next start', async () => {
    const first = await desk.start()
    await set(first, { language: 'zh-CN' })
    first.host.app.quit()
    await first.over()
    const { host } = await desk.start()
    expect(host.menu?.items[0]?.label).toBe('文件')
  })
})

describe('the theme of the desktop shell', () => {
  it('the theme is the app’s own from the first frame on, and follows the setting', async () => {
    const first = await desk.start()
    expect(first.host.theme.themeSource).toBe('system')
    await set(first, { theme: 'dark' })
    expect([first.host.theme.themeSource, first.host.window.background]).toEqual(['dark', '#171613'])
    first.host.app.quit()
    await first.over()
    const { host } = await desk.start()
    expect([host.theme.themeSource, host.window.options.backgroundColor]).toEqual(['dark', '#171613'])
  })
})

describe('spell checking of the desktop shell', () => {
  it('spell checking follows its setting', async () => {
    const shell = await desk.start('windows')
    expect(shell.host.window.options.webPreferences?.spellcheck).toBe(true)
    expect([shell.host.spelling.isChecking, shell.host.spelling.languages]).toEqual([true, ['en-GB']])
    await set(shell, { spellCheck: false })
    expect(shell.host.spelling.isChecking).toBe(false)
    await set(shell, { spellCheck: true })
    expect(shell.host.spelling.isChecking).toBe(true)
  })

  it('spell checking downloads no dictionary in any session', async () => {
    const { host } = await desk.start('linux')
    expect(host.spelling.dictionaries).toBe('http://127.0.0.1:1/')
  })

  it('spell checking is off on Linux', async () => {
    const { host } = await desk.start('linux')
    expect(host.window.options.webPreferences?.spellcheck).toBe(false)
    expect(host.spelling.isChecking).toBe(false)
  })
})

describe('an item of the menu', () => {
  it('a menu item runs its action in the page', async () => {
    const shell = await desk.start()
    shell.host.window.minimize()
    shell.host.menu?.click('Settings…')
    expect(commands(shell)).toEqual([{ command: 'settings' }])
    expect(shell.host.window.isMinimized()).toBe(false)
  })

  it('a menu item opens a window if there is none, and waits for its page', async () => {
    const shell = await desk.start('mac')
    const gone = shell.host.window
    gone.close()
    await shell.windowGone(gone)
    shell.host.menu?.click('New Chat')
    expect(commands(shell)).toEqual([])
    await shell.host.window.webContents.loaded(1)
    expect(commands(shell)).toEqual([{ command: 'newChat' }])
  })
})

describe('the context menu', () => {
  const place: ClickedPlace = {
    menuSourceType: 'mouse',
    ...{ x: 1, y: 2, linkURL: '', srcURL: '', mediaType: 'none', hasImageContents: false, isEditable: true },
    ...{ selectionText: '', misspelledWord: 'wrod', dictionarySuggestions: ['word'] },
    editFlags: { canCut: true, canCopy: true, canPaste: true, canSelectAll: true },
  }

  it('the context menu corrects and adds words, and copies links', async () => {
    const shell = await desk.start('mac')
    const { webContents } = shell.host.window
    webContents.rightClick({ ...place, linkURL: 'https://example.com/a', dictionarySuggestions: ['word'] })
    const menu = shell.host.popups.at(-1)
    menu?.click('word')
    menu?.click('Add to Dictionary')
    menu?.click('Copy Link')
    expect(webContents.edits).toEqual(['replace word'])
    expect(shell.host.spelling.words).toEqual(['wrod'])
    expect(shell.host.copied).toEqual(['https://example.com/a'])
  })

  it('the context menu copies the clicked code block, for that one menu', async () => {
    const shell = await desk.start()
    const { webContents } = shell.host.window
    const words = { ...place, isEditable: false, misspelledWord: '', selectionText: 'let' }
    // the double keeps Electron's order: the page's call comes before the menu
    await shell.host.call('app.clickedCode', { code: 'let a = 1\n' })
    webContents.rightClick(words)
    shell.host.popups.at(-1)?.click('Copy Code')
    expect(shell.host.copied).toEqual(['let a = 1\n'])
    webContents.rightClick(words)
    expect(shell.host.popups.at(-1)?.all.map(({ label }) => label)).toEqual(['Copy'])
  })

  it('code longer than a message is not copied', async () => {
    const shell = await desk.start()
    expect(await shell.host.call('app.clickedCode', { code: 'a'.repeat(2_000_001) })).toMatchObject({ ok: false })
  })

  it('the context menu saves a picture of the library through the app’s own export', async () => {
    const shell = await desk.start()
    const mediaId = await shell.addPicture()
    const saved = desk.at('saved.png')
    shell.host.dialog.savesTo = saved
    const picture = { mediaType: 'image', hasImageContents: true, isEditable: false } as const
    const clicked = { ...place, ...picture, misspelledWord: '', dictionarySuggestions: [] }
    shell.host.window.webContents.rightClick({ ...clicked, srcURL: `media://library/${mediaId}` })
    shell.host.popups.at(-1)?.click('Save Picture As…')
    await expect.poll(() => existsSync(saved)).toBe(true)
    expect(shell.host.dialog.saves[0]?.defaultPath).toMatch(/Picture\.png$/)
    // a missing picture is reported, not silently ignored
    shell.host.window.webContents.rightClick({ ...clicked, srcURL: `media://library/${'0'.repeat(64)}` })
    shell.host.popups.at(-1)?.click('Save Picture As…')
    const box = await shell.host.dialog.box()
    expect(box.options.message).toBe('The picture could not be saved')
    expect(box.parent).toBe(shell.host.window)
  })

  it('the context menu opens at the pointer, or at the caret if a key opened it', async () => {
    const shell = await desk.start()
    const { webContents } = shell.host.window
    webContents.rightClick(place)
    webContents.rightClick({ ...place, menuSourceType: 'keyboard' })
    expect(shell.host.popups.map((menu) => menu.place)).toEqual([null, { x: 1, y: 2 }])
  })

  it('the context menu does not open without items', async () => {
    const shell = await desk.start()
    const nothing = { ...place, isEditable: false, misspelledWord: '', dictionarySuggestions: [] }
    shell.host.window.webContents.rightClick(nothing)
    expect(shell.host.popups).toEqual([])
  })
})

describe('the bar on dock and taskbar', () => {
  it('the taskbar shows on Windows that a video is being made, and hides it when it is stopped', async () => {
    const shell = await desk.start('windows')
    const { window } = shell.host
    expect(window.progress).toBe(-1)
    const jobId = await shell.makeVideo()
    await window.webContents.until(() => window.progress === 2)
    await shell.host.call('videos.cancel', { jobId })
    await window.webContents.until(() => window.progress === -1)
  })
})

describe('an exception that nobody caught', () => {
  it('an uncaught exception is reported, and the app continues', async () => {
    const shell = await desk.start()
    const { webContents } = shell.host.window
    shell.process.emit('uncaughtException', new Error('a person’s words'))
    expect(webContents.received.map(([, name]) => name)).toContain('notices.changed')
    expect(await shell.host.call('app.info', {})).toMatchObject({ ok: true })
    expect(desk.log()).toContain('process.uncaught')
    expect(desk.log()).not.toContain('a person’s words')
  })

  it('repeated uncaught exceptions end the app', async () => {
    const shell = await desk.start()
    for (let fault = 0; fault < 10; fault++) shell.process.emit('uncaughtException', new Error('again'))
    await shell.over()
  })
})

describe('a restart by the shell', () => {
  it('a restart quits without a question, and Electron starts the app again on the restored data', async () => {
    const shell = await desk.start()
    await set(shell, { theme: 'dark' })
    const { value } = made.parse(await shell.host.call('backups.make', { passphrase: null }))
    await set(shell, { theme: 'light' })
    expect(await shell.host.call('backups.restore', { name: value.name, passphrase: null })).toMatchObject({ ok: true })
    await shell.over()
    expect(shell.host.dialog.boxes).toEqual([])
    expect(shell.host.app.history).toContain('relaunch')
    // the link and the question of the first start are not repeated
    expect(shell.host.app.relaunchArgs).toEqual(['--data', desk.data])
    const again = await desk.start()
    expect(await again.host.call('settings.get', {})).toMatchObject({ value: { theme: 'dark' } })
  })
})
