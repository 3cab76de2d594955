import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeFolder, isPrivate, removeOldCode } from '../../src/main/compiled-code.ts'

const browser = join(import.meta.dirname, '../../out/main/browser.js')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'code-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the folder of compiled code', () => {
  test.each([
    ['linux', {}, '/home/ada/.cache/Atelier/code'],
    ['linux', { XDG_CACHE_HOME: '/fast' }, '/fast/Atelier/code'],
    ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/ada/.cache/Atelier/code'],
    ['darwin', {}, '/home/ada/Library/Caches/Atelier/code'],
    ['win32', { LOCALAPPDATA: 'C:\\Local' }, 'C:\\Local\\Atelier\\Cache\\code'],
  ] as const)('on %s with %j is %s', (platform, environment, expected) => {
    expect(codeFolder({ platform, environment, home: '/home/ada' })).toBe(expected)
  })

  test('does not exist for an AppImage, whose paths change with each start', () => {
    expect(codeFolder({ platform: 'linux', environment: { APPIMAGE: '/a.AppImage' }, home: '/home/ada' })).toBeNull()
  })

  test.skipIf(process.platform === 'win32')('is refused if others may read or write it', () => {
    chmodSync(folder, 0o700)
    expect(isPrivate(folder)).toBe(true)
    for (const mode of [0o770, 0o702, 0o755]) {
      chmodSync(folder, mode)
      expect(isPrivate(folder)).toBe(false)
    }
  })

  test('keeps the running build and the three newest others', async () => {
    for (const [at, name] of ['used', 'a', 'b', 'c', 'd', 'e'].entries()) {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'code'), name)
      utimesSync(join(folder, name), at, at)
    }
    await removeOldCode(join(folder, 'used'))
    expect(readdirSync(folder).toSorted()).toEqual(['c', 'd', 'e', 'used'])
  })
})

describe('a start of the build', () => {
  const start = (environment: Readonly<Record<string, string>>) => {
    const env = { PATH: process.env.PATH ?? '', HOME: folder, NODE_DEBUG_NATIVE: 'COMPILE_CACHE', ...environment }
    const { stderr, status } = spawnSync(process.execPath, [browser, '--unknown'], { encoding: 'utf8', env })
    expect(status).toBe(2)
    return [...stderr.matchAll(/V8 code cache for ESM (\S+\/out\/main\/\S+) was accepted/g)].map(([, file]) => file)
  }

  test.runIf(process.platform === 'linux')('takes the code that the one before has compiled', () => {
    expect(start({})).toEqual([])
    expect(start({}).length).toBeGreaterThan(20)
  })

  test.runIf(process.platform === 'linux')('compiles anew if others may write to the folder', () => {
    const code = join(folder, '.cache/Atelier/code')
    mkdirSync(code, { recursive: true })
    chmodSync(code, 0o777)
    start({})
    expect(start({})).toEqual([])
    expect(readdirSync(code)).toEqual([])
  })

  test('makes no folder where Node keeps compiled code already', () => {
    start({ NODE_COMPILE_CACHE: join(folder, 'elsewhere') })
    expect(existsSync(join(folder, '.cache'))).toBe(false)
  })

  test('the app starts without kept code if no folder can be made', () => {
    writeFileSync(join(folder, '.cache'), 'a file')
    expect(start({})).toEqual([])
    expect(existsSync(join(folder, '.cache/Atelier'))).toBe(false)
  })
})
