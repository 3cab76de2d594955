import { watch } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findChromium,
  hasDisplay,
  openAppWindow,
  type WindowSurroundings,
  windowArguments,
} from '../../../src/main/browser/app-window.ts'

const linux: WindowSurroundings = {
  platform: 'linux',
  environment: { PATH: '/usr/local/bin:/usr/bin:relative', DISPLAY: ':0' },
  isProgram: () => false,
  userId: 1000,
}
const having = (...programs: string[]) => ({ isProgram: (path: string) => programs.includes(path) })

describe('the search for a browser', () => {
  it('a browser is searched by name on the PATH, Chrome first, and never in a relative folder', () => {
    expect(findChromium({ ...linux, ...having('/usr/bin/chromium') })).toBe('/usr/bin/chromium')
    const both = having('/usr/local/bin/chromium', '/usr/bin/google-chrome')
    expect(findChromium({ ...linux, ...both })).toBe('/usr/bin/google-chrome')
    expect(findChromium({ ...linux, ...having('relative/chromium') })).toBeNull()
    expect(findChromium(linux)).toBeNull()
  })

  it('the named browser is used, if it exists', () => {
    const environment = { ...linux.environment, ATELIER_BROWSER: '/opt/edge' }
    expect(findChromium({ ...linux, environment, ...having('/opt/edge', '/usr/bin/chromium') })).toBe('/opt/edge')
    expect(findChromium({ ...linux, environment, ...having('/usr/bin/chromium') })).toBeNull()
  })

  it('a browser is found in its usual folders on macOS and Windows', () => {
    const edge = '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'
    expect(findChromium({ ...linux, platform: 'darwin', ...having(edge) })).toBe(edge)
    const chrome = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'
    const environment = { PROGRAMFILES: 'C:\\Program Files' }
    expect(findChromium({ ...linux, platform: 'win32', environment, ...having(chrome) })).toBe(chrome)
  })
})

it('detects whether there is a display', () => {
  expect(hasDisplay(linux)).toBe(true)
  expect(hasDisplay({ ...linux, environment: { WAYLAND_DISPLAY: 'wayland-0' } })).toBe(true)
  expect(hasDisplay({ ...linux, environment: {} })).toBe(false)
  expect(hasDisplay({ ...linux, platform: 'darwin', environment: {} })).toBe(true)
})

it('the browser gets the link in a file that only its owner can read, and not as an argument', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-window-'))
  const profile = join(folder, 'profile')
  const program = join(folder, 'browser')
  await writeFile(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/words.part'\nmv '${folder}/words.part' '${folder}/words'\n`,
    {
      mode: 0o755,
    },
  )
  const surroundings = { ...linux, environment: { ...linux.environment, ATELIER_BROWSER: program }, ...having(program) }
  const link = 'http://127.0.0.1:1/?token=one-use-secret'
  try {
    // files that another program may have put there before
    await mkdir(profile)
    await writeFile(join(profile, 'open.html'), 'before', { mode: 0o644 })
    const opened = Promise.withResolvers<void>()
    const watcher = watch(folder, (_, name) => name === 'words' && opened.resolve())
    const window = await openAppWindow(link, profile, surroundings)
    await opened.promise
    watcher.close()
    const words = await readFile(join(folder, 'words'), 'utf8')
    expect(words).toContain(`--app=file://${profile}/open.html`)
    expect(words).not.toContain('one-use-secret')
    expect(await readFile(join(profile, 'open.html'), 'utf8')).toContain(`url=${link}`)
    expect((await stat(join(profile, 'open.html'))).mode & 0o777).toBe(0o600)
    window?.close()
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('the sandbox is off only for root', () => {
  const words = windowArguments('/data/browser-profile/open.html', '/data/browser-profile', linux)
  expect(words).toContain('--app=file:///data/browser-profile/open.html')
  expect(words).toContain('--user-data-dir=/data/browser-profile')
  expect(words).not.toContain('--no-sandbox')
  expect(windowArguments('x', 'y', { ...linux, userId: 0 })).toContain('--no-sandbox')
  expect(windowArguments('x', 'y', { ...linux, platform: 'win32', userId: null })).not.toContain('--no-sandbox')
})
