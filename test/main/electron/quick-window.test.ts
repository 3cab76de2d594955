import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { quickBounds, quickUrl } from '../../../src/main/electron/quick-window.ts'
import { displayAt } from '../../fakes/electron-host.ts'
import type { ElectronWindow } from '../../fakes/electron-window.ts'
import { type RunningShell, ShellDesk } from '../../fakes/running-shell.ts'

// The quick window and its global shortcut, over the double of Electron.

let desk: ShellDesk
beforeEach(() => {
  desk = new ShellDesk()
})
afterEach(() => desk.dispose())

const keys = 'CmdOrCtrl+Shift+J'
const setKeys = ({ host }: RunningShell, quick = 'Mod+Shift+J') =>
  host.call('settings.update', { shortcuts: quick === '' ? {} : { quick } })
const state = async ({ host }: RunningShell) => await host.call('quick.shortcut', {})

function quickOf({ host }: RunningShell): ElectronWindow {
  const found = host.app.windows[1]
  if (found === undefined) throw new Error('there is no quick window')
  return found
}

describe('the quick window', () => {
  it('the quick window has no shortcut and does not exist until the user sets one', async () => {
    const shell = await desk.start()
    expect([...shell.host.shortcuts.held.keys()]).toEqual([])
    expect(await state(shell)).toMatchObject({ value: { state: 'off' } })
    shell.clock.advance(60_000)
    expect(shell.host.app.windows).toHaveLength(1)
    await setKeys(shell)
    expect([...shell.host.shortcuts.held.keys()]).toEqual([keys])
    expect(await state(shell)).toMatchObject({ value: { state: 'on' } })
    await setKeys(shell, '')
    expect([...shell.host.shortcuts.held.keys()]).toEqual([])
    expect(await state(shell)).toMatchObject({ value: { state: 'off' } })
  })

  it('the quick window loads hidden, toggles by its shortcut, and keeps its page', async () => {
    const shell = await desk.start()
    await setKeys(shell)
    shell.clock.advance(5_000)
    const quick = quickOf(shell)
    expect([quick.isVisible(), quick.webContents.url]).toEqual([false, quickUrl])
    expect(quick.options).toMatchObject({ alwaysOnTop: true, skipTaskbar: true, show: false })
    expect(quick.options.webPreferences).toEqual(shell.host.window.options.webPreferences)
    shell.host.shortcuts.press(keys)
    expect([quick.isVisible(), quick.isFocused]).toEqual([true, true])
    shell.host.window.isFocused = false
    shell.host.shortcuts.press(keys)
    expect(quick.isVisible()).toBe(false)
    shell.host.shortcuts.press(keys)
    quick.close()
    expect([quick.isVisible(), quick.isDestroyed()]).toEqual([false, false])
    expect(shell.host.app.windows).toHaveLength(2)
  })

  it('the shortcut is released while the user chooses a new one, for a minute at most', async () => {
    const shell = await desk.start()
    await setKeys(shell)
    const held = () => [...shell.host.shortcuts.held.keys()]
    await shell.host.call('quick.pauseShortcut', { paused: true })
    expect(held()).toEqual([])
    await shell.host.call('quick.pauseShortcut', { paused: false })
    expect(held()).toEqual([keys])
    await shell.host.call('quick.pauseShortcut', { paused: true })
    // a page that crashed says no more
    shell.clock.advance(60_000)
    expect(held()).toEqual([keys])
    await shell.host.call('quick.pauseShortcut', { paused: true })
    await setKeys(shell, 'Mod+Shift+U')
    await shell.host.call('quick.pauseShortcut', { paused: false })
    expect([held(), await state(shell)]).toMatchObject([['CmdOrCtrl+Shift+U'], { value: { state: 'on' } }])
  })

  it('reports a shortcut that another program uses', async () => {
    const shell = await desk.start('linux', (host) => host.shortcuts.taken.add(keys))
    await setKeys(shell)
    expect(await state(shell)).toMatchObject({ value: { state: 'refused' } })
    expect(shell.host.window.webContents.received.at(-1)).toMatchObject([
      'atelier:event',
      'quick.shortcutChanged',
      { state: 'refused' },
    ])
    await setKeys(shell, 'Mod+Shift+U')
    expect(await state(shell)).toMatchObject({ value: { state: 'on' } })
  })

  it('the quick window opens on the display of the pointer, and from the tray', async () => {
    const shell = await desk.start('linux', (host) => {
      host.displays = [displayAt(0, 1920, 1040), displayAt(1920, 500, 400)]
      host.pointer = { x: 2000, y: 10 }
    })
    await shell.host.call('settings.update', { tray: true })
    shell.host.trays[0]?.menu?.click('Quick question')
    expect(quickOf(shell).bounds).toEqual({ x: 1920, y: 0, width: 500, height: 400 })
    expect(quickBounds({ x: 0, y: 0, width: 1920, height: 1040 })).toEqual({ x: 640, y: 130, width: 640, height: 520 })
  })

  it('the quick window reads the clipboard only while it has the focus', async () => {
    const shell = await desk.start()
    shell.host.clipboardText = 'copied'
    expect(await shell.host.call('quick.clipboard', {})).toMatchObject({ value: { text: null } })
    await shell.host.call('quick.show', {})
    shell.host.window.isFocused = false
    expect(await shell.host.call('quick.clipboard', {})).toMatchObject({ value: { text: 'copied' } })
  })

  it('a picture is dragged out of its own window', async () => {
    const shell = await desk.start()
    const mediaId = await shell.addPicture()
    await shell.host.call('quick.show', {})
    shell.host.window.isFocused = false
    expect(await shell.host.call('media.startDrag', { mediaId, name: 'a picture' })).toMatchObject({ ok: true })
    expect([quickOf(shell).webContents.drags.length, shell.host.window.webContents.drags]).toEqual([1, []])
  })

  it('the quick window does not keep the app running without a main window, and releases its shortcut', async () => {
    const shell = await desk.start('windows')
    await setKeys(shell)
    shell.host.shortcuts.press(keys)
    shell.host.window.close()
    await shell.over()
    expect(shell.host.shortcuts.held.size).toBe(0)
  })

  it('the quick window shows the chat in the main window', async () => {
    const shell = await desk.start('mac')
    await shell.host.call('quick.show', {})
    await shell.host.call('quick.open', { conversationId: 'c1', settingsPage: null })
    expect(shell.host.window.webContents.received.at(-1)).toMatchObject([
      'atelier:event',
      'quick.opened',
      { conversationId: 'c1', settingsPage: null },
    ])
    expect(await shell.host.call('quick.open', { conversationId: 7 })).toMatchObject({ ok: false })
  })
})
