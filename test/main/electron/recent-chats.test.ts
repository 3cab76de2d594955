import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readLaunch } from '../../../src/main/electron/launch.ts'
import { menuLabel, menuTitle, recentItems } from '../../../src/main/electron/recent-items.ts'
import { noteCommand } from '../../../src/main/electron/start-command.ts'
import { defaultParameters } from '../../../src/shared/chat-limits.ts'
import { temporaryChatId } from '../../../src/shared/temporary-chat.ts'
import { ElectronDock } from '../../fakes/electron-app.ts'
import type { ElectronHost } from '../../fakes/electron-host.ts'
import { type RunningShell, ShellDesk } from '../../fakes/running-shell.ts'

let desk: ShellDesk
beforeEach(() => {
  desk = new ShellDesk()
})
afterEach(() => desk.dispose())

const set = ({ host }: RunningShell, patch: object) => host.call('settings.update', patch)
const commands = ({ host }: RunningShell) =>
  host.window.webContents.received.flatMap(([, name, payload]) => (name === 'app.command' ? [payload] : []))

/** Labels of *Recent Chats* in the File menu, after the menus have followed; null where there is no such menu. */
function recent({ clock, host }: RunningShell): readonly (string | undefined)[] | null {
  clock.advance(1_000)
  const found = host.menu?.all.find(({ label }) => label === 'Recent Chats' || label === '最近的对话')
  return Array.isArray(found?.submenu) ? found.submenu.map(({ label }) => label) : null
}

/** A chat whose title is given by the user. */
async function chat({ host }: RunningShell, title: string): Promise<string> {
  const conversationId = randomUUID()
  await host.call('chat.send', {
    ...{ conversationId, messageId: randomUUID(), connectionId: 'demo', model: 'demo-chat' },
    ...{ parameters: defaultParameters, text: 'Repeat exactly: x', attachments: [] },
  })
  await host.call('chat.update', { conversationId, title })
  return conversationId
}

describe('the recent chats in the File menu', () => {
  it('the File menu lists the five most recently active chats, and follows names, archive and bin', async () => {
    const shell = await desk.start()
    expect(recent(shell)).toEqual(['No Chats Yet'])
    const ids: string[] = []
    for (const title of ['one', 'two', 'three', 'four', 'five', 'R&D']) ids.push(await chat(shell, title))
    expect(recent(shell)?.toSorted()).toEqual(['R&&D', 'five', 'four', 'three', 'two'])
    const [, two = '', three = '', four = ''] = ids
    await shell.host.call('chat.update', { conversationId: two, title: 'second' })
    expect(recent(shell)).toContain('second')
    await shell.host.call('chat.delete', { conversationId: three })
    await shell.host.call('history.setArchived', { keys: [{ kind: 'chat', id: four }], archived: true })
    expect(recent(shell)?.toSorted()).toEqual(['R&&D', 'five', 'one', 'second'])
    await shell.host.call('chat.restore', { conversationId: three })
    expect(recent(shell)).toContain('three')
  })

  it('a recent chat opens as a link does, also without an open window', async () => {
    const shell = await desk.start('mac')
    const id = await chat(shell, 'one')
    expect(recent(shell)).toEqual(['one'])
    const gone = shell.host.window
    gone.close()
    await shell.windowGone(gone)
    shell.host.menu?.click('one')
    expect(shell.host.window.isDestroyed()).toBe(false)
    const link = { kind: 'link', text: `atelier://open/chat/${id}` }
    expect(await shell.host.call('arrivals.take', {})).toEqual({ ok: true, value: [link] })
  })

  it('the File menu has no temporary chats, and follows its setting', async () => {
    const shell = await desk.start()
    await chat(shell, 'kept')
    const conversationId = temporaryChatId(randomUUID())
    const begun = { conversationId, connectionId: 'demo', model: 'demo-chat', parameters: defaultParameters }
    expect(await shell.host.call('temporary.begin', begun)).toMatchObject({ ok: true })
    await shell.host.call('chat.update', { conversationId, title: 'secret' })
    expect(recent(shell)).toEqual(['kept'])
    await set(shell, { recentChats: 'off' })
    expect(recent(shell)).toBeNull()
    await set(shell, { recentChats: 'menu', language: 'zh-CN' })
    expect(recent(shell)).toEqual(['kept'])
  })

  it('the menus are rebuilt only after a change', async () => {
    const shell = await desk.start()
    const conversationId = await chat(shell, 'one')
    recent(shell)
    const { menu } = shell.host
    await shell.host.call('chat.update', { conversationId, pinned: true })
    recent(shell)
    expect(shell.host.menu).toBe(menu)
  })
})

describe('the menu of the dock', () => {
  const withDock = ({ app }: ElectronHost) => {
    app.dock = new ElectronDock()
  }
  const labels = ({ host }: RunningShell) => host.app.dock?.menu?.items.map(({ label, type }) => label ?? type)

  it("the dock's menu begins chats, and has titles only if the user chose that", async () => {
    const shell = await desk.start('mac', withDock)
    await chat(shell, 'one')
    recent(shell)
    expect(labels(shell)).toEqual(['New Chat', 'Quick Question'])
    await set(shell, { recentChats: 'system' })
    expect(labels(shell)).toEqual(['New Chat', 'Quick Question', 'separator', 'one'])
    await set(shell, { language: 'zh-CN' })
    expect(labels(shell)).toEqual(['新对话', '快速提问', 'separator', 'one'])
    shell.host.app.dock?.menu?.click('新对话')
    expect(commands(shell)).toEqual([{ command: 'newChat' }])
  })
})

describe('the list of the taskbar', () => {
  const lists = ({ host }: RunningShell) =>
    host.app.jumpLists.map((list) =>
      list.map(({ items = [], type }) => [type, ...items.map(({ args, title }) => `${title}: ${args}`)]),
    )
  const tasks = ['tasks', 'New Chat: --new-chat', 'Quick Question: --quick-question']

  it("the taskbar's list has titles only if the user chose that, and loses them afterwards", async () => {
    const shell = await desk.start('windows', undefined, { chosen: false })
    const id = await chat(shell, 'R&D')
    recent(shell)
    expect(lists(shell).at(-1)).toEqual([tasks])
    await set(shell, { recentChats: 'system' })
    expect(lists(shell).at(-1)).toEqual([['custom', `R&D: -- atelier://open/chat/${id}`], tasks])
    await set(shell, { recentChats: 'menu' })
    expect(lists(shell).at(-1)).toEqual([tasks])
  })

  it("the taskbar's list keeps the chats if the user removes one of them", async () => {
    const shell = await desk.start('windows', undefined, { chosen: false })
    const [one, two] = [await chat(shell, 'one'), await chat(shell, 'two')]
    shell.host.app.removedItems = [{ type: 'task', args: `-- atelier://open/chat/${one}` }]
    await set(shell, { recentChats: 'system' })
    expect(lists(shell).at(-1)).toEqual([['custom', `two: -- atelier://open/chat/${two}`], tasks])
  })

  it("the taskbar's list is not made for a data folder of the command line, because it would not open it", async () => {
    expect((await desk.start('windows')).host.app.jumpLists).toEqual([])
    expect((await desk.start('linux', undefined, { data: desk.at('b'), chosen: false })).host.app.jumpLists).toEqual([])
  })
})

describe('a start with a command', () => {
  const surroundings = { packaged: true, folder: '/', platform: 'linux', environment: {}, home: '/home/me' } as const

  it('a command is read from the flags, not after two dashes', () => {
    const commandOf = (...words: string[]) => {
      const read = readLaunch({ ...surroundings, words: ['atelier', ...words] })
      return read.ok ? read.launch.command : read.message
    }
    expect([
      commandOf('--new-chat'),
      commandOf('--quick-question'),
      commandOf('--', '--new-chat'),
      commandOf(),
    ]).toEqual(['newChat', 'quick', undefined, undefined])
    const development = { ...surroundings, packaged: false, words: ['electron', '.', '--quick-question'] }
    expect(readLaunch(development)).toMatchObject({ ok: true, launch: { command: 'quick' } })
  })

  it('a command of another program is ignored', () => {
    expect(noteCommand({ arrivals: [], command: 'quick' })).toBe('quick')
    for (const note of [null, 'quick', { command: 'dataFolder' }, { command: ['quick'] }])
      expect(noteCommand(note)).toBeNull()
  })

  it('a command begins a chat once the page is loaded', async () => {
    const shell = await desk.start('linux', undefined, { command: 'newChat' })
    await shell.host.window.webContents.loaded(1)
    expect(commands(shell)).toEqual([{ command: 'newChat' }])
    expect(shell.host.app.windows).toHaveLength(1)
  })

  it('a command runs in the running app, and a quick question does not move its window', async () => {
    const shell = await desk.start('linux')
    const { window } = shell.host
    window.minimize()
    expect(desk.begin('linux', undefined, { command: 'quick' }).beginning).toBeNull()
    expect([window.isMinimized(), shell.host.app.windows.length]).toEqual([true, 2])
    expect(desk.begin('linux', undefined, { command: 'newChat' }).beginning).toBeNull()
    expect(window.isMinimized()).toBe(false)
    expect(window.webContents.received.at(-1)).toEqual(['atelier:event', 'app.command', { command: 'newChat' }])
  })
})

describe('a title in a menu', () => {
  it('a title in a menu is one short line without control and direction characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        const shown = menuTitle(title)
        expect([...shown].length).toBeLessThanOrEqual(41)
        expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u)
        expect(shown).toBe(shown.trim())
        expect(menuLabel(shown).replaceAll('&&', '')).not.toContain('&')
      }),
    )
    expect(menuTitle('a\u202Etxt.exe\tb\r\n  c')).toBe('atxt.exe b c')
    expect(menuTitle('长'.repeat(41))).toBe(`${'长'.repeat(40)}…`)
    expect(menuTitle('a'.repeat(10_000_000))).toHaveLength(41)
  })

  it('an empty title is replaced, and an id that no link carries is left out', () => {
    const chats = [
      { id: 'a', title: '\u202e' },
      { id: 'a b', title: 'x' },
    ]
    expect(recentItems(chats, 'New')).toEqual([{ title: 'New', link: 'atelier://open/chat/a' }])
  })
})
