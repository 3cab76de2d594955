import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindowConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { appUrl, isAppUrl } from '../../../src/main/electron/app-origin.ts'
import { appId, type BeforeReadyParts, prepare, schemes } from '../../../src/main/electron/before-ready.ts'
import { type GuardedContents, guardContents } from '../../../src/main/electron/content-guards.ts'
import { isTrusted } from '../../../src/main/electron/ipc.ts'
import { webPreferences, windowOptions } from '../../../src/main/electron/main-window.ts'
import { applicationMenu } from '../../../src/main/electron/menu.ts'
import { refusedUrls, type SecuredSession, secureSession } from '../../../src/main/electron/session-security.ts'

// docs/tutorial/security.md of Electron, item by item. 7: csp.test.ts and protocols.test.ts. 15: external-url.test.ts.
// 16: package.json. 19: test/electron/fuses.test.ts. 20: test/preload/preload.test.ts.

const look = { preload: '/p/index.cjs', icon: '/i.png', packaged: true, dark: false, os: 'linux' } as const

describe('items 2, 3, 4, 6, 8, 9, 10, 11: the window', () => {
  it('the window has exactly these preferences; absent ones have a safe default', () => {
    expect(webPreferences(look)).toEqual({
      preload: '/p/index.cjs',
      nodeIntegration: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      disableBlinkFeatures: 'Auxclick',
      navigateOnDragDrop: false,
      devTools: false,
      v8CacheOptions: 'bypassHeatCheck',
      spellcheck: false,
    })
  })

  it('the window ignores other options', () => {
    const options: BrowserWindowConstructorOptions = windowOptions(look, { webPreferences: { sandbox: false } }, [])
    expect(options.webPreferences).toEqual(webPreferences(look))
  })

  it('the window has developer tools in development only', () => {
    expect(webPreferences({ ...look, packaged: false }).devTools).toBe(true)
    const roles = (packaged: boolean) =>
      JSON.stringify(
        applicationMenu({ os: 'linux', language: 'en', packaged, recent: [], run: () => undefined, shortcuts: {} }),
      )
    expect(roles(true)).not.toMatch(/toggleDevTools|"reload"/)
    expect(roles(false)).toContain('toggleDevTools')
  })
})

describe('item 5: permissions', () => {
  const asked: string[] = []
  function secured(granted = true) {
    asked.length = 0
    const told: Record<string, unknown> = {}
    const session = {
      setPermissionRequestHandler(handler) {
        told.request = handler
      },
      setPermissionCheckHandler(handler) {
        told.check = handler
      },
      setDevicePermissionHandler(handler) {
        told.device = handler
      },
      allowNTLMCredentialsForDomains(domains) {
        told.ntlm = domains
      },
      webRequest: {
        onBeforeRequest(filter, listener) {
          told.filter = filter
          listener({ url: 'https://example.com/' }, (answer) => {
            told.answer = answer
          })
        },
      },
    } satisfies SecuredSession
    secureSession(session, async () => {
      asked.push('microphone')
      return granted
    })
    return told
  }

  it('both handlers ask the same table for permissions, and devices are never allowed', () => {
    const { request, check, device } = secured()
    if (typeof request !== 'function' || typeof check !== 'function' || typeof device !== 'function') {
      throw new Error('a handler is missing')
    }
    const answers: unknown[] = []
    for (const permission of ['fullscreen', 'display-capture', 'geolocation']) {
      request(null, permission, (allowed: unknown) => answers.push(allowed), ours)
      answers.push(check(null, permission, appUrl, { isMainFrame: true, mediaType: 'audio' }))
    }
    expect(answers).toEqual([true, true, false, false, false, false])
    expect(device({})).toBe(false)
  })

  it('permissions are refused to the frame of a preview, also those that the page has', () => {
    const { request, check } = secured()
    if (typeof request !== 'function' || typeof check !== 'function') throw new Error('a handler is missing')
    const answers: unknown[] = []
    for (const permission of ['fullscreen', 'clipboard-sanitized-write', 'media']) {
      const frame = { requestingUrl: 'preview://frame/page', isMainFrame: false, mediaTypes: ['audio'] }
      request(null, permission, (allowed: unknown) => answers.push(allowed), frame)
      answers.push(check(null, permission, 'preview://frame/', { isMainFrame: false, mediaType: 'audio' }))
      answers.push(check(null, permission, 'null', frame))
    }
    expect(new Set(answers)).toEqual(new Set([false]))
  })

  const ours = { requestingUrl: appUrl, isMainFrame: true, mediaTypes: ['audio'] }
  const strangers = [
    ['a camera', { ...ours, mediaTypes: ['video'] }],
    ['a camera beside the microphone', { ...ours, mediaTypes: ['audio', 'video'] }],
    ['nothing that is named', { ...ours, mediaTypes: [] }],
    ['what older pages do not say', { requestingUrl: appUrl, isMainFrame: true }],
    ['a frame in the page', { ...ours, isMainFrame: false }],
    ['another site', { ...ours, requestingUrl: 'https://example.com/' }],
    ['a host that only begins like ours', { ...ours, requestingUrl: 'app://bundle.example.com/index.html' }],
    ['a page of the media scheme', { ...ours, requestingUrl: 'media://library/index.html' }],
    ['no page at all', { ...ours, requestingUrl: '' }],
  ] as const

  async function microphone(details: unknown, granted = true): Promise<unknown> {
    const { request } = secured(granted)
    if (typeof request !== 'function') throw new Error('the handler is missing')
    return await new Promise((resolve) => request(null, 'media', resolve, details))
  }

  it('the microphone is allowed for our own page, if the system allows it', async () => {
    expect(await microphone(ours)).toBe(true)
    expect(asked).toEqual(['microphone'])
    expect(await microphone(ours, false)).toBe(false)
  })

  it.each(strangers)('the microphone is refused to %s, without asking the system', async (_who, details) => {
    expect(await microphone(details)).toBe(false)
    expect(asked).toEqual([])
  })

  it('a check gets the same answer as a request', () => {
    const { check } = secured()
    if (typeof check !== 'function') throw new Error('the handler is missing')
    const told = (origin: string, isMainFrame: boolean, mediaType?: string): unknown =>
      check(null, 'media', origin, { isMainFrame, mediaType })
    expect(told('app://bundle/', true, 'audio')).toBe(true)
    expect(told('app://bundle', true, 'audio')).toBe(true)
    expect([
      told('app://bundle/', true, 'video'),
      told('app://bundle/', true, 'unknown'),
      told('app://bundle/', true),
      told('app://bundle/', false, 'audio'),
      told('https://example.com/', true, 'audio'),
      told('', true, 'audio'),
    ]).toEqual([false, false, false, false, false, false])
  })

  it('the page has no network, no files and no NTLM (item 1)', () => {
    const { filter, answer, ntlm } = secured()
    expect([filter, answer, ntlm]).toEqual([{ urls: refusedUrls }, { cancel: true }, ''])
    expect(refusedUrls).toEqual(
      expect.arrayContaining(['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file://*/*']),
    )
  })
})

describe('items 12, 13, 14: contents', () => {
  function guarded() {
    type Listener = (details: { url: string; isMainFrame: boolean; preventDefault(): void }) => void
    const listeners = new Map<string, Listener>()
    const opened: string[] = []
    let open: Parameters<GuardedContents['setWindowOpenHandler']>[0] = () => ({ action: 'deny' })
    const contents: GuardedContents = {
      on(event: string, listener: Listener) {
        listeners.set(event, listener)
      },
      setWindowOpenHandler(handler) {
        open = handler
      },
    }
    guardContents(contents, (url) => opened.push(url))
    const isPrevented = (event: string, url: string, isMainFrame = true) => {
      let prevented = false
      listeners.get(event)?.({
        url,
        isMainFrame,
        preventDefault: () => {
          prevented = true
        },
      })
      return prevented
    }
    return { isPrevented, opened, open: (url: string) => open({ url }) }
  }

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('the page cannot navigate to %s', (event) => {
    const { isPrevented } = guarded()
    expect(isPrevented(event, 'app://bundle/index.html')).toBe(false)
    for (const url of [
      'https://example.com/',
      'app://bundle.evil/',
      'app://evil/',
      'app://user@bundle/',
      'app:bundle',
      'appx://bundle/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'about:blank',
      'media://library/x',
      '',
    ]) {
      expect(isPrevented(event, url), url).toBe(true)
    }
  })

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
    "a preview's frame cannot navigate to %s",
    (event) => {
      const { isPrevented } = guarded()
      for (const url of ['preview://frame/page', 'preview://frame/diagram']) {
        expect(isPrevented(event, url, false), url).toBe(false)
        expect(isPrevented(event, url, true), url).toBe(true)
      }
      for (const url of [
        'app://bundle/index.html',
        'media://library/x',
        'https://example.com/',
        'preview://frame/other',
        'preview://frame/page?leak=1',
        'preview://leak@frame/page',
        'preview://other/page',
        'about:blank',
      ])
        expect(isPrevented(event, url, false), url).toBe(true)
    },
  )

  it('webviews are refused', () => {
    expect(guarded().isPrevented('will-attach-webview', '')).toBe(true)
  })

  it('no window opens; an allowed link opens in the system, any other nowhere', async () => {
    const { open, opened } = guarded()
    for (const url of ['https://example.com', 'file:///etc/passwd', 'https://user:pw@example.com', 'app://bundle/']) {
      expect(open(url)).toEqual({ action: 'deny' })
    }
    expect(opened).toEqual([])
    await new Promise((resolve) => setImmediate(resolve))
    expect(opened).toEqual(['https://example.com/'])
  })
})

describe('item 17: senders', () => {
  it('only the main frame of our own page is an accepted sender', () => {
    const url = 'app://bundle/index.html'
    expect(isTrusted({ senderFrame: { url, parent: null } })).toBe(true)
    expect(isTrusted({ senderFrame: { url: 'app://bundle/index.html#/chat', parent: null } })).toBe(true)
    expect(isTrusted({ senderFrame: null })).toBe(false)
    expect(isTrusted({ senderFrame: { url, parent: {} } })).toBe(false)
    expect(isTrusted({ senderFrame: { url, parent: undefined } })).toBe(false)
    expect(isTrusted({ senderFrame: { url: 'https://example.com/', parent: null } })).toBe(false)
    expect(isTrusted({ senderFrame: { url: 'app://bundle.example/', parent: null } })).toBe(false)
    expect(isTrusted({ senderFrame: { url: '', parent: null } })).toBe(false)
  })

  it('senders are compared by scheme and host, because Node calls the origin of app: "null"', () => {
    expect(new URL('app://bundle/').origin).toBe('null')
    expect(isAppUrl('app://bundle')).toBe(true)
    expect(isAppUrl('app://BUNDLE/')).toBe(false)
    expect(isAppUrl('app://bundle:80/')).toBe(false)
  })
})

describe('items 4 and 18: before ready', () => {
  function prepared(data: string, lock = true) {
    const did: unknown[] = []
    const parts: BeforeReadyParts = {
      app: {
        enableSandbox: () => did.push('sandbox'),
        setAppUserModelId: (id) => did.push(id),
        setPath: (name, path) => {
          // Electron refuses a missing folder
          expect(statSync(path).isDirectory()).toBe(true)
          did.push(`${name} ${path}`)
        },
        requestSingleInstanceLock: () => {
          did.push('lock')
          return lock
        },
        on: (event) => did.push(event),
      },
      os: 'linux',
      protocol: { registerSchemesAsPrivileged: (list) => did.push(list.map((scheme) => scheme.scheme)) },
      note: { arrivals: [] },
      openExternal: () => undefined,
    }
    return { result: prepare(parts, data), did }
  }

  it('registers both schemes in one call, enables every sandbox, and sets the folders before the lock', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-before-'))
    const data = join(folder, 'data')
    const { result, did } = prepared(data)
    expect(result).toBe('first')
    expect(did).toEqual([
      ['app', 'media', 'preview'],
      'sandbox',
      'app.atelier.desktop',
      `userData ${data}`,
      `sessionData ${join(data, 'chromium')}`,
      'web-contents-created',
      'session-created',
      'lock',
    ])
    expect(statSync(data).mode & 0o777).toBe(0o700)
    // no lock can be created there
    expect(prepared(data, false).result).toBe('unlocked')
    rmSync(folder, { recursive: true })
  })

  it('has the same Windows app id as the installer', () => {
    expect(readFileSync('electron-builder.yml', 'utf8')).toMatch(new RegExp(`^appId: ${appId}$`, 'm'))
  })

  it('gives the schemes exactly these privileges', () => {
    expect(schemes).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
      {
        scheme: 'media',
        privileges: { standard: true, secure: true, stream: true, corsEnabled: true, supportFetchAPI: true },
      },
      { scheme: 'preview', privileges: { standard: true, secure: true } },
    ])
  })

  it('waits for nothing but an import in the entry, as `ready` comes after it', () => {
    const waits = readFileSync('src/main/index.ts', 'utf8').match(/^[^/\n]*\bawait\b.*$/gm)
    expect(waits).toEqual(["const { run } = await import('./electron/main-process.ts')"])
    expect(readFileSync('src/main/electron/main-process.ts', 'utf8')).not.toMatch(/^[^ /\n].*\bawait\b/m)
  })

  it('imports electron at run time in one module only', () => {
    const folder = 'src/main/electron'
    const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    const importing = modules.filter((name) =>
      /^import (?!type)(?:[\w*, ]+|\{[^}]*\}) from 'electron(?:-store)?'/m.test(
        readFileSync(join(folder, name), 'utf8'),
      ),
    )
    expect(importing).toEqual(['host.ts'])
  })
})
