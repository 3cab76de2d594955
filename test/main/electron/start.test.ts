import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimDataFolder } from '../../../src/main/data-folder.ts'
import { ShellDesk } from '../../fakes/running-shell.ts'

// The whole shell: begin() and start() over the double of Electron, with the real app on real files.

let desk: ShellDesk
beforeEach(() => {
  desk = new ShellDesk()
})
afterEach(() => desk.dispose())

describe('a first start', () => {
  it('opens one window on the page, which can call the app', async () => {
    const { host } = await desk.start()
    expect(host.app.windows).toHaveLength(1)
    expect(host.window.isVisible()).toBe(true)
    expect(host.window.webContents.url).toBe('app://bundle/index.html')
    expect(await host.call('app.info', {})).toMatchObject({ ok: true, value: { shell: 'electron', version: '1.2.3' } })
    expect(existsSync(join(desk.data, 'atelier.db'))).toBe(true)
  })

  it.each([
    ['Continue', true],
    ['Quit', false],
  ])('asks before it uses a folder with other files: %s', async (button, isUsed) => {
    mkdirSync(join(desk.data, 'requests'), { recursive: true })
    const shell = desk.begin()
    const started = shell.start()
    const box = await shell.host.dialog.box()
    expect(box.options.message).toBe('This folder already holds other files.')
    expect(existsSync(join(desk.data, 'atelier.db'))).toBe(false)
    box.press(button)
    await started
    expect([existsSync(join(desk.data, 'atelier.db')), existsSync(join(desk.data, 'requests'))]).toEqual([isUsed, true])
    if (!isUsed) expect(shell.host.app.exitCode).toBe(0)
  })

  it('keeps Chromium’s own files apart from the data', async () => {
    const { host } = await desk.start()
    expect(host.app.getPath('userData')).toBe(desk.data)
    expect(host.app.getPath('sessionData')).toBe(join(desk.data, 'chromium'))
  })

  it('sets the app’s name on Windows before it is ready', async () => {
    const { host } = await desk.start('windows')
    expect(host.app.history.slice(0, 2)).toEqual(['app user model id', 'ready'])
  })

  it('reports that another program has the data open, and ends', async () => {
    const shell = desk.begin()
    const other = await claimDataFolder(desk.data, 'browser')
    await shell.start()
    expect(shell.host.dialog.errors.map(({ title }) => title)).toEqual(['Atelier is already open in a browser'])
    expect(shell.host.app.exitCode).toBe(0)
    if (other.claimed) await other.claim.release()
  })

  it('reports the open data in the user’s language', async () => {
    const first = await desk.start()
    await first.host.call('settings.update', { language: 'zh-CN' })
    first.host.app.quit()
    await first.over()
    const shell = desk.begin()
    const other = await claimDataFolder(desk.data, 'browser')
    await shell.start()
    expect(shell.host.dialog.errors.map(({ title }) => title)).toEqual(['Atelier 已在浏览器中打开'])
    if (other.claimed) await other.claim.release()
  })

  it.each([
    ['en-GB', /The data folder cannot be locked/],
    ['zh-CN', /无法锁定数据文件夹/],
  ])('explains in %s why the data cannot be locked', async (language, words) => {
    mkdirSync(join(desk.data, 'lock.db'), { recursive: true })
    const { host } = await desk.start('linux', ({ app }) => {
      app.languages = [language]
    })
    expect(host.dialog.errors[0]?.text).toMatch(words)
    expect(host.app.exitCode).toBe(1)
  })

  it('continues after a sleep of the computer', async () => {
    const { host } = await desk.start()
    expect(host.power.listenerCount('resume')).toBeGreaterThan(0)
    host.power.emit('suspend')
    host.power.emit('resume')
    expect(await host.call('videos.list', {})).toBeDefined()
    expect(host.dialog.boxes).toEqual([])
  })
})

describe('a second start', () => {
  it('a second start ends, and brings the window of the first to the front', async () => {
    const first = await desk.start()
    first.host.window.minimize()
    const second = desk.begin()
    expect(second.beginning).toBeNull()
    expect(second.host.app.isOver).toBe(true)
    expect(first.host.window.isFocused).toBe(true)
    expect(first.host.window.isMinimized()).toBe(false)
  })

  it.each(['before the first is ready', 'while the first opens its data'])(
    'the first start learns of a second one %s',
    async (when) => {
      const first = desk.begin()
      if (when.startsWith('before')) desk.begin()
      const started = first.start()
      await first.host.app.becomeReady()
      if (when.startsWith('while')) desk.begin()
      expect(first.host.app.windows).toHaveLength(0)
      await started
      expect(first.host.app.history).toContain('second-instance')
      expect(first.host.window.focusCalls).toBe(1)
    },
  )

  it('a second start is refused if Chromium’s lock is taken, and the first continues', async () => {
    desk.computer.refusesLinks = true
    const first = await desk.start()
    expect(first.host.window.isVisible()).toBe(true)
    const second = await desk.start()
    expect(second.host.dialog.errors.map(({ title }) => title)).toEqual(['Atelier is already open'])
    expect(second.host.app.windows).toHaveLength(0)
    expect(second.host.app.exitCode).toBe(0)
  })

  it('a start continues if the lock names another computer, as after renaming this one', async () => {
    desk.leaveLockOf('another-host-4242')
    const { host } = await desk.start()
    expect(host.window.isVisible()).toBe(true)
  })
})

describe('a certificate that a server asks for', () => {
  it('a client certificate is never sent', async () => {
    const { host } = await desk.start()
    const sent: unknown[] = []
    const event = host.app.askForCertificate((...words) => sent.push(words))
    expect([event.defaultPrevented, sent]).toEqual([true, [[]]])
  })
})
