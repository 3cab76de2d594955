import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readLaunch } from '../../../src/main/electron/launch.ts'
import { type LinkRegistrationParts, registerLinks } from '../../../src/main/electron/link-registration.ts'
import { arrivalWords, noteWords } from '../../../src/main/electron/system-arrivals.ts'
import { ShellDesk } from '../../fakes/running-shell.ts'

const key = 'sk-qzxsecretsecret012345'
const link = `atelier://connect?v=1&address=gateway.example&key=${key}`
const waiting = (text: string) => ({ ok: true, value: [{ kind: 'link', text }] })

let desk: ShellDesk
beforeEach(() => {
  desk = new ShellDesk()
})
afterEach(() => desk.dispose())

describe('a link from the system', () => {
  it('a link that macOS opens before Electron is ready waits for the page, and is used once', async () => {
    const shell = desk.begin('mac')
    expect(shell.host.app.openFromSystem('open-url', link)).toBe(true)
    await shell.start()
    expect(await shell.host.call('arrivals.take', {})).toEqual(waiting(link))
    expect(await shell.host.call('arrivals.take', {})).toEqual({ ok: true, value: [] })
  })

  it('a link that macOS opens later is passed to the page without its text', async () => {
    const { host } = await desk.start('mac')
    const { received } = host.window.webContents
    const before = received.length
    host.app.openFromSystem('open-url', link)
    expect(received.slice(before)).toEqual([['atelier:event', 'arrivals.waiting', {}]])
    expect(await host.call('arrivals.take', {})).toEqual(waiting(link))
    expect(host.window.isFocused).toBe(true)
  })

  it('a link on the command line of the first start waits for the page', async () => {
    const { host } = await desk.start('windows', undefined, { arrivals: [link] })
    expect(await host.call('arrivals.take', {})).toEqual(waiting(link))
  })

  it('a link of a second start reaches the first, whose window comes to the front', async () => {
    const first = await desk.start('linux')
    const second = desk.begin('linux', undefined, { arrivals: [link] })
    expect(second.beginning).toBeNull()
    expect(await first.host.call('arrivals.take', {})).toEqual(waiting(link))
    expect(first.host.window.focusCalls).toBe(1)
  })

  it('a link adds nothing without a confirmation, and its key is in no log and no file', async () => {
    const { host } = await desk.start('mac')
    host.app.openFromSystem('open-url', link)
    host.app.openFromSystem('open-url', `https://evil.example/?key=${key}`)
    host.app.openFromSystem('open-url', `${link}${'x'.repeat(10_000_000)}`)
    expect(await host.call('arrivals.take', {})).toEqual({
      ok: true,
      value: [
        { kind: 'link', text: link },
        { kind: 'link', text: null },
      ],
    })
    const list = await host.call('connections.list', {})
    expect(JSON.stringify(list)).not.toContain('gateway.example')
    expect(desk.log()).not.toContain('qzxsecret')
    expect(readFileSync(join(desk.data, 'atelier.db'), 'latin1')).not.toContain('qzxsecret')
  })
})

it('a recording opened with Atelier has a name and a token; a folder or a lost file has none', async () => {
  const path = desk.at('talk.mp3')
  writeFileSync(path, 'sound')
  const { host } = await desk.start('mac')
  for (const opened of [path, desk.home, desk.at('gone.mp3')]) host.app.openFromSystem('open-file', opened)
  const taken = await host.call('arrivals.take', {})
  expect(taken).toEqual({ ok: true, value: [{ kind: 'file', id: expect.any(String), name: 'talk.mp3' }] })
  const { id } = JSON.parse(JSON.stringify(taken)).value[0]
  expect(await host.call('arrivals.file', { id })).toEqual({ ok: true, value: { token: expect.any(String) } })
})

describe('a command line', () => {
  it('links and paths are read among the flags of a command line', () => {
    const words = ['--data', 'x', '--no-sandbox', link, 'talk.mp3', 'file:///music/a%20b.mp3', 'https://a.example', '']
    expect(arrivalWords(words, '/home/me')).toEqual([link, '/home/me/talk.mp3', '/music/a b.mp3'])
  })

  it('flags are ignored after two dashes, where the system puts a link', () => {
    const surroundings = { packaged: true, folder: '/', platform: 'linux', environment: {}, home: '/home/me' } as const
    const read = readLaunch({ ...surroundings, words: ['atelier', '--demo', '--', '--data=/evil', link] })
    expect(read).toMatchObject({ ok: true, launch: { chosen: false, demo: true, arrivals: [link] } })
  })

  it('starts in development with a link, and without other unknown words', () => {
    const surroundings = { packaged: false, folder: '/', platform: 'linux', environment: {}, home: '/home/me' } as const
    expect(readLaunch({ ...surroundings, words: ['electron', '.', link] })).toMatchObject({ ok: true })
    expect(readLaunch({ ...surroundings, words: ['electron', '.', 'what'] })).toMatchObject({ ok: false })
  })

  it('a command line of another program is ignored', () => {
    expect(noteWords({ arrivals: [link] })).toEqual([link])
    for (const note of [null, 'x', { arrivals: 'x' }, { arrivals: [1] }, { arrivals: Array(1000).fill(link) }])
      expect(noteWords(note)).toEqual([])
  })
})

describe('the scheme of links', () => {
  function registered(changes: Partial<LinkRegistrationParts>) {
    const clients: unknown[] = []
    const ran: string[] = []
    registerLinks({
      app: { isPackaged: true, setAsDefaultProtocolClient: (...words) => clients.push(words) > 0 },
      os: 'linux',
      environment: {},
      home: desk.home,
      program: 'C:\\Atelier.exe',
      run: (program, words) => void ran.push([program, ...words].join(' ')),
      ...changes,
    })
    return { clients, ran }
  }

  it('the link scheme is registered on Windows with two dashes before the link', () => {
    expect(registered({ os: 'windows' }).clients).toEqual([['atelier', 'C:\\Atelier.exe', ['--']]])
  })

  it('an AppImage registers the link scheme in an entry, rewritten only after the file moved', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-applications-'))
    const environment = { APPIMAGE: '/home/me/my "apps"/100% $x.AppImage', XDG_DATA_HOME: folder }
    expect(registered({ environment }).ran).toEqual([
      'xdg-mime default app.atelier.links.desktop x-scheme-handler/atelier',
    ])
    const entry = readFileSync(join(folder, 'applications/app.atelier.links.desktop'), 'utf8')
    expect(entry).toContain(String.raw`Exec="/home/me/my \\"apps\\"/100%% \\$x.AppImage" -- %u`)
    expect(entry).toContain('MimeType=x-scheme-handler/atelier;')
    expect(registered({ environment }).ran).toEqual([])
    expect(registered({ environment: { ...environment, APPIMAGE: '/other.AppImage' } }).ran).toHaveLength(1)
    rmSync(folder, { recursive: true })
  })

  it('the package registers the link scheme elsewhere, and development does not', () => {
    const app = { isPackaged: false, setAsDefaultProtocolClient: () => true }
    for (const changes of [{ os: 'mac' }, { os: 'linux' }, { app, os: 'windows' }] as const)
      expect(registered(changes)).toEqual({ clients: [], ran: [] })
  })
})
