import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ShellDesk } from '../../fakes/running-shell.ts'

let desk: ShellDesk
beforeEach(() => {
  desk = new ShellDesk()
})
afterEach(() => desk.dispose())

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a page whose process ends', () => {
  it('a crashed page is reloaded a few times, then the user is asked', async () => {
    const shell = await desk.start()
    const { webContents } = shell.host.window
    const loads: number[] = []
    for (let crash = 0; crash < 3; crash++) {
      await webContents.crash()
      shell.clock.advance(3000)
      await webContents.loaded(crash + 2)
      loads.push(webContents.loads)
    }
    expect(loads).toEqual([2, 3, 4])
    await webContents.crash('oom')
    const box = await shell.host.dialog.box()
    expect(box.options.message).toBe('The window stopped working')
    // nothing is loaded while the question is open
    shell.clock.advance(60_000)
    expect(webContents.loads).toBe(4)
    box.press('Reload')
    await webContents.loaded(5)
    expect(desk.log()).toContain('page.gone')
  })

  it('a crashed page offers to quit the app', async () => {
    const shell = await desk.start()
    const { webContents } = shell.host.window
    for (let crash = 0; crash < 4; crash++) {
      await webContents.crash()
      shell.clock.advance(3000)
      await turn()
    }
    ;(await shell.host.dialog.box()).press('Quit')
    await shell.over()
  })

  it('a page that crashes rarely is reloaded without a question', async () => {
    const shell = await desk.start()
    const { webContents } = shell.host.window
    for (let crash = 0; crash < 6; crash++) {
      await webContents.crash()
      shell.clock.advance(60_001)
      await webContents.loaded(crash + 2)
    }
    expect(webContents.loads).toBe(7)
    expect(shell.host.dialog.boxes).toEqual([])
  })
})

describe('a page that does not load', () => {
  it('a page that does not load is reloaded, and reported after a few times', async () => {
    const shell = await desk.start('linux', (host) => {
      host.failingLoads = 4
    })
    const { webContents } = shell.host.window
    for (let load = 1; load < 4; load++) {
      await webContents.loaded(load)
      expect(webContents.loads).toBe(load)
      shell.clock.advance(3000)
    }
    const box = await shell.host.dialog.box()
    expect([box.options.message, box.parent]).toEqual(['The window could not be loaded', null])
    box.press('Reload')
    await webContents.loaded(5)
    expect(shell.host.window.isVisible()).toBe(true)
    expect(desk.log()).toContain('page.not_loaded')
  })

  it('a page answered with an error counts as not loaded', async () => {
    const shell = await desk.start()
    const { webContents } = shell.host.window
    desk.losePage()
    await webContents.crash()
    shell.clock.advance(3000)
    await webContents.loaded(2)
    desk.bringPageBack()
    shell.clock.advance(3000)
    await webContents.loaded(3)
    expect(desk.log()).toContain('"status":404')
    shell.clock.advance(60_000)
    expect(webContents.loads).toBe(3)
  })

  it('failures of a frame, or of a load that another one replaced, are ignored', async () => {
    const shell = await desk.start()
    const { webContents } = shell.host.window
    webContents.failToLoad(-3, true)
    webContents.failToLoad(-2, false)
    shell.clock.advance(60_000)
    expect(webContents.loads).toBe(1)
  })
})

describe('a page that does not answer', () => {
  it('an unresponsive page can be reloaded by the user', async () => {
    const shell = await desk.start()
    const { window } = shell.host
    window.webContents.emit('unresponsive')
    const box = await shell.host.dialog.box()
    expect([box.options.message, box.parent]).toEqual(['Atelier is not responding', window])
    // the page stays unresponsive
    window.webContents.emit('unresponsive')
    expect(shell.host.dialog.boxes).toHaveLength(1)
    box.press('Reload')
    await window.webContents.loaded(2)
    expect(desk.log()).toContain('page.unresponsive')
  })

  it('the question about an unresponsive page disappears when it responds, or is gone', async () => {
    const shell = await desk.start()
    const { window, dialog } = shell.host
    window.webContents.emit('unresponsive')
    await dialog.box()
    window.webContents.emit('responsive')
    expect(dialog.boxes).toEqual([])
    await turn()
    expect(window.webContents.loads).toBe(1)
    window.webContents.emit('unresponsive')
    await dialog.box()
    await window.webContents.crash()
    expect(dialog.boxes).toEqual([])
    shell.clock.advance(3000)
    await window.webContents.loaded(2)
  })
})
