import { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pageQuick } from '../../../src/main/browser/page-quick.ts'
import { NodeRoutes } from '../../../src/main/browser/routed-fetch.ts'
import { createElectronPlatform, osOf } from '../../../src/main/electron/electron-platform.ts'
import { readLaunch } from '../../../src/main/electron/launch.ts'
import { closeAll, closeBeforeQuit, type QuitSource } from '../../../src/main/electron/orderly-quit.ts'
import { createPageEvents } from '../../../src/main/electron/page-events.ts'
import { openSettingsStore } from '../../../src/main/electron/settings-store.ts'
import { dataRefused, leavingQuestion, openElsewhere } from '../../../src/main/electron/start-words.ts'
import { createMemorySecrets } from '../../../src/main/secrets/memory.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import { appError } from '../../../src/shared/errors.ts'

describe('an orderly quit of the shell', () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  function quitting(
    close: () => Promise<void>,
    question: (() => Promise<boolean>) | null = null,
    closed: ((isWhole: boolean) => void) | null = null,
  ) {
    const did: string[] = []
    let listener: (event: { preventDefault(): void }) => void = () => undefined
    let late: () => void = () => undefined
    const electron: QuitSource = {
      on: (_event, given) => {
        listener = given
      },
      quit: () => did.push('quit'),
      exit: (code) => did.push(`exit ${code}`),
    }
    const quit = closeBeforeQuit(electron, {
      closeWindows: async () => undefined,
      close,
      ...(closed === null ? {} : { closed }),
      isBusy: () => question !== null,
      ask: async () => await (question?.() ?? true),
      stayed: () => did.push('stayed'),
      clock: {
        after(_ms, run) {
          late = run
          return () => did.push('in time')
        },
      },
      log: (_level, event) => did.push(event),
    })
    const ask = () => {
      let prevented = false
      listener({
        preventDefault: () => {
          prevented = true
        },
      })
      return prevented
    }
    return { did, ask, quit, late: () => late() }
  }

  it('reports once whether everything has closed, except for a forced end', async () => {
    const order: string[] = []
    const closing = async (): Promise<void> => void order.push('closed')
    const install = (isWhole: boolean): void => void order.push(isWhole ? 'whole' : 'not whole')
    const byPerson = quitting(closing, null, install)
    byPerson.ask()
    await expect.poll(() => byPerson.did.includes('quit')).toBe(true)
    expect(order.splice(0)).toEqual(['closed', 'whole'])
    const bySystem = quitting(closing, null, install)
    bySystem.quit.withoutAsking()
    await expect.poll(() => bySystem.did.includes('quit')).toBe(true)
    expect(order.splice(0)).toEqual(['closed'])
    const broken = quitting(() => Promise.reject(new Error('the disk')), null, install)
    broken.ask()
    await expect.poll(() => broken.did.includes('quit')).toBe(true)
    expect(order.splice(0)).toEqual(['not whole'])
    const slow = quitting(() => new Promise(() => undefined), null, install)
    slow.ask()
    await turn()
    slow.late()
    expect(order).toEqual(['not whole'])
  })

  it('closes main once, however often quitting is asked for, then lets Electron quit', async () => {
    let closes = 0
    const { did, ask } = quitting(async () => void closes++)
    expect([ask(), ask()]).toEqual([true, true])
    await turn()
    expect([closes, did, ask()]).toEqual([1, ['in time', 'quit'], false])
  })

  it('continues if closing fails, and does not wait forever', async () => {
    const failing = quitting(async () => {
      throw new Error('no')
    })
    failing.ask()
    await turn()
    expect(failing.did).toEqual(['app.close_failed', 'in time', 'quit'])
    const hanging = quitting(() => new Promise(() => undefined))
    hanging.ask()
    await turn()
    hanging.late()
    expect(hanging.did).toEqual(['app.close_slow', 'exit 1'])
  })

  it('a quit is cancelled if the user stays, and one question is asked at a time', async () => {
    const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
    let asked = 0
    let closes = 0
    const { did, ask } = quitting(
      async () => void closes++,
      () => answers[asked++]?.promise ?? Promise.resolve(true),
    )
    expect([ask(), ask(), asked]).toEqual([true, true, 1])
    answers[0]?.resolve(false)
    await turn()
    expect([closes, did]).toEqual([0, ['stayed']])
    expect([ask(), asked]).toEqual([true, 2])
    answers[1]?.resolve(true)
    await turn()
    expect([closes, did, ask()]).toEqual([1, ['stayed', 'in time', 'quit'], false])
  })

  it('does not ask if the system ends it, even while the question is open', async () => {
    let closes = 0
    const { ask, quit, did } = quitting(
      async () => void closes++,
      () => new Promise(() => undefined),
    )
    ask()
    quit.withoutAsking()
    quit.withoutAsking()
    await turn()
    expect([closes, did]).toEqual([1, ['in time', 'quit']])
  })

  it('quits if the question cannot be asked', async () => {
    const { ask, did } = quitting(
      async () => undefined,
      async () => {
        throw new Error('no dialog')
      },
    )
    ask()
    await turn()
    expect(did).toEqual(['in time', 'quit'])
  })

  it('asks only if something is in progress, and says what continues and what does not', () => {
    expect(leavingQuestion('en-GB', { interrupted: 0, cancelled: 0, goingOn: 0, unkept: 0 })).toBeNull()
    const english = leavingQuestion('en-GB', { interrupted: 2, cancelled: 0, goingOn: 1, unkept: 0 })
    expect(english?.detail).toBe(
      'One video goes on at the gateway and is picked up at the next start.\n' +
        '2 items are on the way and will be interrupted. What has arrived is kept.',
    )
    expect(leavingQuestion('zh-CN', { interrupted: 0, cancelled: 0, goingOn: 3, unkept: 0 })).toEqual({
      message: '要退出 Atelier 吗？',
      detail: '3 个视频会在网关继续生成，下次启动时自动接着取回。',
      buttons: ['退出', '留下'],
    })
    expect(leavingQuestion('en-GB', { interrupted: 0, cancelled: 1, goingOn: 0, unkept: 0 })?.detail).toBe(
      'An import, an export, a backup or a film being saved is under way and will be cancelled. Nothing you already have changes.',
    )
    expect(leavingQuestion('zh-CN', { interrupted: 0, cancelled: 2, goingOn: 0, unkept: 0 })?.detail).toBe(
      '有导入、导出、备份或影片保存正在进行，退出会取消；已有的内容不受影响。',
    )
    expect(leavingQuestion('en-GB', { interrupted: 0, cancelled: 0, goingOn: 0, unkept: 1 })?.detail).toBe(
      'One temporary chat will be gone.',
    )
    expect(leavingQuestion('zh-CN', { interrupted: 0, cancelled: 0, goingOn: 0, unkept: 2 })?.detail).toBe(
      '2 个临时对话会消失，不会保存。',
    )
  })

  it('releases the data folder even if the application cannot close', async () => {
    const did: string[] = []
    const close = async () => {
      throw new Error('no')
    }
    await expect(closeAll({ close }, async () => void did.push('released'))).rejects.toThrow('no')
    expect(did).toEqual(['released'])
  })
})

it('sends events to all open windows', () => {
  const sent: unknown[] = []
  const window = (gone: boolean, contentsGone: boolean) => ({
    isDestroyed: () => gone,
    webContents: { isDestroyed: () => contentsGone, send: (...words: unknown[]) => void sent.push(words) },
  })
  createPageEvents(() => [window(true, false), window(false, true), window(false, false)]).emit('notices.changed', [])
  expect(sent).toEqual([['atelier:event', 'notices.changed', []]])
})

describe('the settings of the shell', () => {
  it('settings are in the data folder under plain names, and an undefined value is deleted', () => {
    const values = new Map<string, unknown>()
    let options: unknown
    const store = openSettingsStore(
      (given) => {
        options = given
        return {
          get: (key) => values.get(key),
          set: (key, value) => values.set(key, value),
          delete: (key) => values.delete(key),
        }
      },
      '/data',
      systemClock,
      () => undefined,
    )
    expect(options).toEqual({
      cwd: '/data',
      name: 'settings',
      clearInvalidConfig: false,
      accessPropertiesByDotNotation: false,
      configFileMode: 0o600,
    })
    store.set('a.b', 1)
    expect(store.get('a.b')).toBe(1)
    store.set('a.b', undefined)
    expect(values.has('a.b')).toBe(false)
  })

  it('a damaged settings file is set aside', () => {
    const data = mkdtempSync(join(tmpdir(), 'atelier-store-'))
    const path = join(data, 'settings.json')
    writeFileSync(path, '{')
    const open = () => {
      JSON.parse(tryRead(path) ?? '{}')
      return { get: () => undefined, set: () => undefined, delete: () => undefined }
    }
    openSettingsStore(open, data, { now: () => 7 }, () => undefined)
    expect(readFileSync(`${path}.damaged-7`, 'utf8')).toBe('{')
    const broken = () => {
      throw new Error('EACCES')
    }
    expect(() => openSettingsStore(broken, data, { now: () => 7 }, () => undefined)).toThrow('EACCES')
    rmSync(data, { recursive: true })
  })
})

function tryRead(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

describe('the platform of the shell', () => {
  function platform(problem = '') {
    const did: string[] = []
    const power = new EventEmitter()
    const made = createElectronPlatform({
      proxy: new NodeRoutes({}),
      updater: null,
      app: {
        getVersion: () => '1.2.3',
        getLocale: () => 'en-US',
        getPreferredSystemLanguages: () => ['zh-Hans-CN', 'en'],
      },
      shell: {
        openExternal: async (url) => void did.push(url),
        openPath: async () => problem,
        showItemInFolder: (path) => void did.push(`show ${path}`),
      },
      os: 'mac',
      paths: { data: '/d', resources: '/r' },
      whereabouts: { home: '/d', outcome: null },
      folders: { choose: async () => ({ by: 'main', folder: null }) },
      secrets: createMemorySecrets(),
      store: { get: () => undefined, set: () => undefined },
      events: { emit: () => undefined },
      exports: { saveFile: async () => ({ by: 'main', saved: false }), drag: async () => undefined },
      printer: { pdf: async () => undefined },
      notifier: { show: () => 'main', badge: () => undefined },
      quick: pageQuick,
      contextMenu: { clickedCode: () => undefined },
      power,
      fetch: async () => new Response(),
      linkFetch: async () => new Response(),
      log: () => undefined,
      restart: () => did.push('restart'),
      environment: {},
    })
    return { made, did, power }
  }

  it('reports the end of a sleep, until it is unsubscribed', () => {
    const { made, power } = platform()
    let wakes = 0
    const undo = made.onWake(() => wakes++)
    power.emit('resume')
    undo()
    power.emit('resume')
    expect(wakes).toBe(1)
  })

  it('opens links and, if possible, folders, and reports the system’s language', async () => {
    const { made, did } = platform()
    expect(await made.links.openExternal('https://example.com/')).toBe('main')
    expect(did).toEqual(['https://example.com/'])
    await made.links.openFolder('/d')
    made.links.showFile?.('/d/a.png')
    expect(did.slice(1)).toEqual(['show /d/a.png'])
    await expect(platform('no such app').made.links.openFolder('/d')).rejects.toMatchObject({
      error: { code: 'not_found' },
    })
    expect(made).toMatchObject({
      shell: 'electron',
      version: '1.2.3',
      locale: 'zh-Hans-CN',
      mediaBase: 'media://library/',
    })
  })

  it('names systems as the application does', () => {
    expect(
      ['darwin', 'win32', 'linux', 'freebsd'].map((name) =>
        osOf(name === 'darwin' ? 'darwin' : name === 'win32' ? 'win32' : 'linux'),
      ),
    ).toEqual(['mac', 'windows', 'linux', 'linux'])
  })
})

describe('the launch of the shell', () => {
  const base = { folder: '/data', platform: 'linux', environment: {}, home: '/home/a' } as const

  it('uses the default folder, or the given one', () => {
    const plain = readLaunch({ ...base, words: ['electron', '.'], packaged: false })
    expect(plain).toMatchObject({ ok: true, launch: { data: '/home/a/.config/Atelier', chosen: false, demo: false } })
    const given = readLaunch({ ...base, words: ['electron', '.', '--data', 'x', '--demo'], packaged: false })
    expect(given).toMatchObject({ ok: true, launch: { data: '/data/x', chosen: true, demo: true } })
  })

  it('refuses unknown flags in development, and ignores them when packaged', () => {
    expect(readLaunch({ ...base, words: ['electron', '.', '--what'], packaged: false }).ok).toBe(false)
    const packaged = readLaunch({
      ...base,
      words: ['Atelier', '-psn_0_1', '--data=/x', '--no-sandbox'],
      packaged: true,
    })
    expect(packaged).toMatchObject({ ok: true, launch: { data: '/x' } })
  })

  it.each([
    [['--data', '/a folder']],
    [['--no-sandbox', '--data', '/a folder', '--enable-logging']],
    [['--data=/a folder', 'https://example.org']],
  ])('accepts the data folder of a packaged app in one word or two: %j', (words) => {
    const read = readLaunch({ ...base, words: ['Atelier', ...words], packaged: true })
    expect(read).toMatchObject({ ok: true, launch: { data: '/a folder', chosen: true, demo: false } })
  })

  it('refuses a data folder without a name, packaged too', () => {
    for (const words of [['--data'], ['--data', '--demo'], ['--data=']])
      expect(readLaunch({ ...base, words: ['Atelier', ...words], packaged: true }).ok, words.join()).toBe(false)
  })

  it('ignores switches before the app’s folder, which a test driver adds', () => {
    const words = ['electron', '--no-sandbox', '--inspect=0', '-r', '/loader.js', '/app', '--data', 'x', '--demo']
    const read = readLaunch({ ...base, words, packaged: false })
    expect(read).toMatchObject({ ok: true, launch: { data: '/data/x', demo: true } })
  })
})

it('reports a problem before there is a window, in the user’s language', () => {
  const first = { pid: 42, shell: 'browser', port: 1, secret: 'x'.repeat(43) } as const
  expect(openElsewhere('en-US', first).text).toContain('(42)')
  expect(openElsewhere('zh-CN', null).title).toContain('已在浏览器中打开')
  const lost = appError('data_folder_missing', '/drive/Atelier')
  expect(dataRefused('en', lost, '/data').text).toMatch(/\/drive\/Atelier\n.*connect that/)
  expect(dataRefused('zh-CN', lost, '/data').text).toMatch(/\/drive\/Atelier\n.*请先连接/)
  const refused = dataRefused('en', appError('storage_full', 'disk: ENOSPC'), '/data')
  expect(refused.text).toMatch(/\/data[\s\S]*storage_full: disk: ENOSPC/)
  expect(dataRefused('zh', null, '/data').text).toContain('/data')
})
