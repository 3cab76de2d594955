import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readLaunch } from '../../../src/main/electron/launch.ts'
import { LoginStart, type LoginStartParts } from '../../../src/main/electron/login-start.ts'
import { type RunningShell, ShellDesk } from '../../fakes/running-shell.ts'

const off = { startAtLogin: false, startHidden: false, tray: false }
const on = { ...off, startAtLogin: true }
const hidden = { ...on, startHidden: true, tray: true }

let folder: string
let logged: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-login-'))
  logged = []
})
afterEach(() => rmSync(folder, { recursive: true }))

function loginStart(os: LoginStartParts['os'], changes: Partial<LoginStartParts> = {}, isPackaged = true) {
  const asked: Settings[] = []
  const made = new LoginStart({
    app: { isPackaged, setLoginItemSettings: (settings) => void asked.push(settings) },
    ...{ os, environment: {}, home: folder, program: '/opt/Atelier/atelier', data: null },
    log: (_level, event) => void logged.push(event),
    ...changes,
  })
  return { asked, made }
}

describe('a start at login', () => {
  it('start at login is registered and removed by the system’s own means', () => {
    const windows = loginStart('windows')
    for (const wish of [off, on, hidden, on, off]) windows.made.applyWish(wish)
    const path = '/opt/Atelier/atelier'
    expect(windows.asked).toEqual([
      { openAtLogin: true, path, args: [] },
      { openAtLogin: true, path, args: ['--hidden'] },
      { openAtLogin: true, path, args: [] },
      { openAtLogin: false, path, args: [] },
    ])
    const mac = loginStart('mac')
    for (const wish of [off, on, off]) mac.made.applyWish(wish)
    expect(mac.asked).toEqual([{ openAtLogin: true }, { openAtLogin: false }])
  })

  it('start at login is a desktop entry on Linux, rewritten after the program moved', () => {
    const file = join(folder, '.config/autostart/app.atelier.desktop')
    const { made } = loginStart('linux')
    made.applyWish(off)
    expect(existsSync(file)).toBe(false)
    made.applyWish(hidden)
    expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Atelier/atelier" --hidden\n')
    const environment = { APPIMAGE: '/home/me/100% $x.AppImage' }
    loginStart('linux', { environment }).made.applyWish(on)
    expect(readFileSync(file, 'utf8')).toContain(String.raw`Exec="/home/me/100%% \\$x.AppImage"`)
    made.applyWish(off)
    expect(existsSync(file)).toBe(false)
  })

  it('start at login opens the data folder of the command line', () => {
    const windows = loginStart('windows', { data: 'D:\\my data\\' })
    windows.made.applyWish(hidden)
    expect(windows.asked[0]?.args).toEqual(['--data', String.raw`"D:\my data\\"`, '--hidden'])
    loginStart('linux', { data: '/media/my data' }).made.applyWish(hidden)
    const file = join(folder, '.config/autostart/app.atelier.desktop')
    expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Atelier/atelier" --data "/media/my data" --hidden\n')
  })

  it('an entry that the user set in the system is not removed at a start', () => {
    const file = join(folder, 'autostart/app.atelier.desktop')
    mkdirSync(join(folder, 'autostart'))
    writeFileSync(file, 'their own')
    loginStart('linux', { environment: { XDG_CONFIG_HOME: folder } }).made.applyWish(off)
    expect(readFileSync(file, 'utf8')).toBe('their own')
    const windows = loginStart('windows')
    windows.made.applyWish(off)
    windows.made.applyWish({ ...off, tray: true })
    expect(windows.asked).toEqual([])
  })

  it('an entry that the system refuses is logged, and Atelier continues', () => {
    writeFileSync(join(folder, 'autostart'), 'a file in the way')
    loginStart('linux', { environment: { XDG_CONFIG_HOME: folder } }).made.applyWish(on)
    expect(logged).toEqual(['electron.login_start_failed'])
  })

  it('start at login is not changed in development', () => {
    const { asked, made } = loginStart('windows', {}, false)
    made.applyWish(on)
    expect(asked).toEqual([])
  })
})

describe('a start without a window', () => {
  let desk: ShellDesk
  beforeEach(() => {
    desk = new ShellDesk()
  })
  afterEach(() => desk.dispose())

  /** Saves settings in one start, and returns the next. */
  async function restarted(settings: object, os: 'mac' | 'windows', wasOpenedAtLogin = false): Promise<RunningShell> {
    const first = await desk.start(os)
    await first.host.call('settings.update', settings)
    await first.end()
    const launch = os === 'windows' ? { hidden: true } : {}
    return await desk.start(os, ({ app }) => Object.assign(app, { wasOpenedAtLogin }), launch)
  }

  it('a start without a window shows only the tray icon, which opens the window', async () => {
    const { host } = await restarted(hidden, 'windows')
    expect(host.app.windows).toEqual([])
    host.trays[0]?.click()
    expect(host.app.windows).toHaveLength(1)
  })

  it('macOS itself reports a start without a window', async () => {
    expect((await restarted(hidden, 'mac', true)).host.app.windows).toEqual([])
  })

  it('a start without a window shows the window if there is no icon', async () => {
    expect((await restarted({ ...hidden, tray: false }, 'windows')).host.app.windows).toHaveLength(1)
  })

  it('the window is shown when the user starts the app', async () => {
    expect((await restarted(hidden, 'mac')).host.app.windows).toHaveLength(1)
  })

  it('a flag asks for a start without a window, and a link cannot carry it', () => {
    const about = { packaged: true, folder: '/', platform: 'linux', environment: {}, home: '/home/me' } as const
    const isHidden = (...words: string[]) => {
      const read = readLaunch({ ...about, words: ['atelier', ...words] })
      return read.ok && read.launch.hidden
    }
    expect(isHidden('--hidden')).toBe(true)
    expect(isHidden()).toBeUndefined()
    expect(isHidden('--', '--hidden')).toBeUndefined()
  })
})
