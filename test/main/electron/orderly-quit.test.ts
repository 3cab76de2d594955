import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimDataFolder } from '../../../src/main/data-folder.ts'
import type { ElectronUpdater } from '../../../src/main/electron/updates/electron-updater.ts'
import { endSession } from '../../fakes/electron-window.ts'
import { type RunningShell, ShellDesk } from '../../fakes/running-shell.ts'

// The end of the whole shell over the double of Electron; shell-parts.test.ts tests the steps of closeBeforeQuit alone.

let desk: ShellDesk
beforeEach(() => {
  desk = new ShellDesk()
})
afterEach(() => desk.dispose())

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** An updater that has downloaded version 2.0.0 as soon as it is asked to. */
const updater: ElectronUpdater = {
  kind: 'installs',
  page: 'https://updates.example/',
  check: async () => ({ version: '2.0.0' }),
  download: async () => undefined,
  previous: () => null,
  stagePrevious: async () => undefined,
  arm: () => undefined,
  restart: () => undefined,
  atEnd: () => undefined,
}

/** Resolves to true if the app still answers and its window exists. */
async function isAlive({ host }: RunningShell): Promise<boolean> {
  await turn()
  const { windows, isOver } = host.app
  return !isOver && windows.length === 1 && JSON.stringify(await host.call('app.info', {})).includes('"ok":true')
}

describe('quitting in order', () => {
  it('quitting asks nothing if nothing is in progress', async () => {
    const shell = await desk.start()
    shell.host.app.quit()
    await shell.over()
    expect(shell.host.dialog.boxes).toEqual([])
    const last = ['before-quit', 'window-all-closed', 'before-quit', 'will-quit', 'quit']
    expect(shell.host.app.history.slice(-5)).toEqual(last)
    const next = await claimDataFolder(desk.data, 'browser')
    expect(next.claimed).toBe(true)
    if (next.claimed) await next.claim.release()
  })

  it.each<readonly [string, (shell: RunningShell) => void]>([
    ['the app is quit', ({ host }) => host.app.quit()],
    ['its window is closed', ({ host }) => host.window.close()],
  ])('lets the page save what is typed when %s', async (_name, end) => {
    const shell = await desk.start()
    const { host } = shell
    host.window.webContents.on('pagehide', () => {
      void host.call('chat.saveDraft', { conversationId: null, text: 'typed at the last moment' })
    })
    end(shell)
    await shell.over()
    const again = await desk.start()
    expect(JSON.stringify(await again.host.call('chat.draft', { conversationId: null }))).toContain('typed at the last')
  })

  it('quitting does not wait for a page that does not answer', async () => {
    const shell = await desk.start()
    shell.host.window.webContents.isHung = true
    shell.host.app.quit()
    await turn()
    shell.clock.advance(1000)
    await expect.poll(() => desk.log()).toContain('"closed"')
    shell.host.window.destroy()
    await shell.over()
  })

  it('quitting keeps received text if the user answers Quit', async () => {
    const shell = await desk.start()
    const { conversationId } = await shell.beBusy()
    shell.host.app.quit()
    const box = await shell.host.dialog.box()
    expect(box.options.message).toBe('Quit Atelier?')
    box.press('Quit')
    await shell.over()
    const again = await desk.start()
    const open = JSON.stringify(await again.host.call('chat.open', { conversationId, limit: 50 }))
    expect(open).toContain('"state":"interrupted"')
  })

  it('quitting is cancelled if the user answers Stay', async () => {
    const shell = await desk.start()
    await shell.beBusy()
    shell.host.app.quit()
    ;(await shell.host.dialog.box()).press('Stay')
    expect(await isAlive(shell)).toBe(true)
  })

  it('a restart for an update is cancelled if the user answers Stay', async () => {
    const armed: string[] = []
    const ends: string[] = []
    desk.updater = ({ relaunch }) => ({
      ...updater,
      arm: (when) => void armed.push(when),
      // something begins before the app quits
      restart: () => void shell.beBusy().then(relaunch),
      atEnd: () => void ends.push('end'),
    })
    const shell = await desk.start()
    const { host } = shell
    await host.call('updates.check', {})
    await host.call('updates.download', {})
    await expect.poll(() => armed).toEqual(['quit'])
    expect(await host.call('updates.install', {})).toMatchObject({ ok: true })
    ;(await host.dialog.box()).press('Stay')
    expect(await isAlive(shell)).toBe(true)
    expect(armed).toEqual(['quit', 'restart', 'never', 'quit'])
    host.app.quit()
    ;(await host.dialog.box()).press('Quit')
    await shell.over()
    expect([ends.length, host.app.history.includes('relaunch')]).toEqual([1, false])
  })

  it('a video at the gateway asks before quitting, and prevents a restart for an update', async () => {
    const restarts: string[] = []
    desk.updater = () => ({ ...updater, restart: () => void restarts.push('restart') })
    const shell = await desk.start()
    const { host } = shell
    await shell.makeVideo()
    const { webContents } = host.window
    await webContents.until(() => JSON.stringify(webContents.received).includes('"running":1'))
    await host.call('updates.check', {})
    await host.call('updates.download', {})
    await expect.poll(async () => JSON.stringify(await host.call('updates.get', {}))).toContain('"ready"')
    expect(await host.call('updates.install', {})).toMatchObject({ ok: false, error: { code: 'busy' } })
    host.app.quit()
    ;(await host.dialog.box()).press('Stay')
    expect(restarts).toEqual([])
  })

  it('a shutdown of the system is delayed until received text is written, without a question', async () => {
    const shell = await desk.start()
    await shell.beBusy()
    expect(shell.host.power.shutDown()).toBe(false)
    expect(desk.journal()).not.toBe('')
    await shell.over()
    expect(shell.host.dialog.boxes).toEqual([])
  })

  it.each(['SIGTERM', 'SIGINT'])('quitting asks nothing for %s', async (signal) => {
    const shell = await desk.start()
    await shell.beBusy()
    shell.process.emit(signal)
    await shell.over()
    expect(shell.host.dialog.boxes).toEqual([])
  })
})

describe.each(['windows', 'linux'] as const)('closing the window on %s', (os) => {
  it('closing the window quits if nothing is in progress', async () => {
    const shell = await desk.start(os)
    shell.host.window.close()
    await shell.over()
    expect(shell.host.dialog.boxes).toEqual([])
  })

  it('closing the window asks first, and keeps the window if the user stays', async () => {
    const shell = await desk.start(os)
    await shell.beBusy()
    const { window } = shell.host
    window.minimize()
    window.close()
    expect(window.isMinimized()).toBe(false)
    const box = await shell.host.dialog.box()
    expect(box.parent).toBe(window)
    // pressing the button again opens no second question
    window.close()
    expect(shell.host.dialog.boxes).toHaveLength(1)
    box.press('Stay')
    expect(await isAlive(shell)).toBe(true)
    window.close()
    expect(shell.host.dialog.boxes).toHaveLength(1)
  })

  it('closing the window quits if the user confirms', async () => {
    const shell = await desk.start(os)
    await shell.beBusy()
    shell.host.window.close()
    ;(await shell.host.dialog.box()).press('Quit')
    await shell.over()
    expect(shell.host.app.windows).toEqual([])
  })

  it('a window opens again if it was gone before the user could be asked', async () => {
    const shell = await desk.start(os)
    await shell.beBusy()
    // without `close`, as when its page is destroyed
    shell.host.window.destroy()
    ;(await shell.host.dialog.box()).press('Stay')
    expect(await isAlive(shell)).toBe(true)
  })
})

describe('closing the window on mac', () => {
  it('closing the window leaves the app running, and a click in the dock opens it again', async () => {
    const shell = await desk.start('mac')
    await shell.beBusy()
    const { window } = shell.host
    window.close()
    await shell.windowGone(window)
    expect([shell.host.app.windows.length, shell.host.dialog.boxes.length, shell.host.app.isOver]).toEqual([
      0,
      0,
      false,
    ])
    shell.host.app.activate()
    expect(await isAlive(shell)).toBe(true)
  })
})

describe('a log-off of Windows', () => {
  it('a log-off of Windows writes received text before the process ends, without a question', async () => {
    const shell = await desk.start('windows')
    await shell.beBusy()
    expect(desk.journal()).toBe('')
    expect(endSession(shell.host.app)).toEqual({ refused: false })
    // without another turn of the event loop
    expect(desk.journal()).not.toBe('')
    expect(shell.host.dialog.boxes).toEqual([])
    expect(shell.host.app.history.at(-1)).toBe('terminated')
  })
})
