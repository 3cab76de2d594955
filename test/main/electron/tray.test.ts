import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type RunningShell, ShellDesk } from '../../fakes/running-shell.ts'

// The icon in the tray, over the double of Electron.

let desk: ShellDesk
beforeEach(() => {
  desk = new ShellDesk()
})
afterEach(() => desk.dispose())

const set = ({ host }: RunningShell, patch: object) => host.call('settings.update', patch)
const labels = ({ host }: RunningShell) => host.trays.at(-1)?.menu?.items.flatMap(({ label }) => label ?? [])

describe('the icon in the tray', () => {
  it('the tray icon appears only if the user wants it, also at the next start', async () => {
    const first = await desk.start()
    expect(first.host.trays).toEqual([])
    await set(first, { tray: true })
    expect(first.host.trays).toHaveLength(1)
    expect(labels(first)).toEqual([
      'Nothing is running',
      'Show Atelier',
      'New chat',
      'Quick question',
      'Pause the queues',
      'Quit',
    ])
    await set(first, { language: 'zh-CN' })
    expect(labels(first)).toEqual(['没有进行中的任务', '显示 Atelier', '新对话', '快速提问', '暂停队列', '退出'])
    await set(first, { tray: false })
    expect(first.host.trays.map(({ isDestroyed }) => isDestroyed)).toEqual([true])
    await set(first, { tray: true })
    first.host.app.quit()
    await first.over()
    const { host } = await desk.start()
    expect(host.trays).toHaveLength(1)
  })

  it('the tray icon shows what is running, and sets a new menu only on a change', async () => {
    const shell = await desk.start()
    await set(shell, { tray: true })
    await shell.beBusy()
    shell.clock.advance(1_000)
    expect(labels(shell)?.[0]).toBe('One item is running')
    const menus = shell.host.trays[0]?.menus
    // many words later
    for (let second = 0; second < 5; second += 1) shell.clock.advance(1_000)
    expect(shell.host.trays[0]?.menus).toBe(menus)
    const added = shell.host.window.webContents.received.filter(([, name]) => name === 'chat.message')
    const answer = z.object({ id: z.string(), role: z.literal('assistant') }).parse(added.at(-1)?.[2])
    await shell.host.call('chat.stop', { messageId: answer.id })
    await expect
      .poll(() => {
        shell.clock.advance(1_000)
        return labels(shell)?.[0]
      })
      .toBe('Nothing is running')
  })

  it('the tray menu pauses and resumes the queues, and follows other pauses', async () => {
    const shell = await desk.start()
    await set(shell, { tray: true })
    shell.host.trays[0]?.menu?.click('Pause the queues')
    expect(await shell.host.call('settings.get', {})).toMatchObject({ value: { queuesPaused: true } })
    const told = shell.host.window.webContents.received.filter(([, name]) => name === 'settings.changed')
    expect(told.at(-1)?.[2]).toMatchObject({ queuesPaused: true })
    expect(labels(shell)).toContain('Resume the queues')
    await set(shell, { queuesPaused: false })
    expect(labels(shell)).toContain('Pause the queues')
  })

  it('the tray menu brings the window back, begins a chat and quits', async () => {
    const shell = await desk.start('windows')
    await set(shell, { tray: true, closeToTray: true })
    const { window } = shell.host
    window.close()
    expect([window.isVisible(), window.isDestroyed()]).toEqual([false, false])
    shell.host.trays[0]?.click()
    expect(window.isVisible()).toBe(true)
    window.close()
    shell.host.trays[0]?.menu?.click('New chat')
    expect(window.isVisible()).toBe(true)
    expect(window.webContents.received.at(-1)).toMatchObject(['atelier:event', 'app.command', { command: 'newChat' }])
    window.close()
    shell.host.trays[0]?.menu?.click('Quit')
    await shell.over()
    expect(window.isDestroyed()).toBe(true)
  })

  it('answers continue in a hidden window, and quitting asks as usual', async () => {
    const shell = await desk.start()
    await set(shell, { tray: true, closeToTray: true })
    await shell.beBusy()
    // closing asks nothing, as nothing ends
    shell.host.window.close()
    expect(shell.host.window.isVisible()).toBe(false)
    shell.host.trays[0]?.menu?.click('Quit')
    const box = await shell.host.dialog.box()
    expect(box.options.message).toBe('Quit Atelier?')
    box.press('Quit')
    await shell.over()
  })

  it('closing the window without a tray icon always ends the app', async () => {
    const shell = await desk.start()
    await set(shell, { tray: false, closeToTray: true })
    shell.host.window.close()
    await shell.over()
  })

  it('a tray icon that the system refuses is logged, and the app continues', async () => {
    const shell = await desk.start('linux', (host) => {
      Object.assign(host.host, {
        Tray: class {
          constructor() {
            throw new Error('no place for icons')
          }
        },
      })
    })
    await set(shell, { tray: true, closeToTray: true })
    expect(desk.log()).toContain('electron.no_tray')
    shell.host.window.close()
    await shell.over()
  })
})

it('the window stays on top if the user wants it, and so does a later one', async () => {
  const shell = await desk.start('mac')
  expect(shell.host.window.isOnTop).toBe(false)
  await set(shell, { alwaysOnTop: true })
  expect(shell.host.window.isOnTop).toBe(true)
  const { window } = shell.host
  window.close()
  await shell.windowGone(window)
  shell.host.app.emit('activate')
  expect(shell.host.window.isOnTop).toBe(true)
})
