import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  claimDataFolder,
  defaultDataFolder,
  prepareDataFolder,
  readInstance,
  storageFailure,
} from '../../src/main/data-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-data-'))
})
afterEach(async () => await rm(folder, { recursive: true, force: true }))

describe('the default folder', () => {
  it.each([
    ['linux', {}, '/home/a', '/home/a/.config/Atelier'],
    ['linux', { XDG_CONFIG_HOME: '/x' }, '/home/a', '/x/Atelier'],
    ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/a', '/home/a/.config/Atelier'],
    ['linux', { XDG_CONFIG_HOME: '' }, '/home/a', '/home/a/.config/Atelier'],
    ['darwin', { XDG_CONFIG_HOME: '/x' }, '/Users/a', '/Users/a/Library/Application Support/Atelier'],
    ['win32', { APPDATA: 'C:\\Users\\a\\AppData\\Roaming' }, 'C:\\Users\\a', 'C:\\Users\\a\\AppData\\Roaming\\Atelier'],
    ['win32', {}, 'C:\\Users\\a', 'C:\\Users\\a\\AppData\\Roaming\\Atelier'],
  ] as const)('the default folder on %s with %j', (platform, environment, home, expected) => {
    expect(defaultDataFolder(platform, environment, home)).toBe(expected)
  })
})

describe('preparing a data folder', () => {
  it('creates an empty folder that only its owner can read', async () => {
    const data = join(folder, 'a', 'b')
    await prepareDataFolder(data)
    expect((await stat(data)).mode & 0o777).toBe(0o700)
    expect(await readdir(data)).toEqual([])
  })

  it('makes a folder private that others could read', async () => {
    await chmod(folder, 0o755)
    await prepareDataFolder(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('reports a folder that cannot be created, or is a file', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const path of [file, join(file, 'below')]) {
      await expect(prepareDataFolder(path)).rejects.toMatchObject({ error: { code: 'storage_read_only' } })
    }
  })

  it('distinguishes a full disk from a read-only one', () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
    const readOnly = Object.assign(new Error('read-only'), { code: 'EROFS' })
    expect(storageFailure(full, 'x').error.code).toBe('storage_full')
    expect(storageFailure(readOnly, 'x').error.code).toBe('storage_read_only')
    expect(storageFailure('odd', 'x').error.code).toBe('storage_read_only')
  })
})

describe('the claim of a data folder', () => {
  it('one process at a time claims the data folder, by name, and can release it', async () => {
    const first = await claimDataFolder(folder, 'browser')
    if (!first.claimed) throw new Error('not claimed')
    await first.claim.announce(8123)
    expect((await stat(join(folder, 'instance.json'))).mode & 0o777).toBe(0o600)
    const second = await claimDataFolder(folder, 'electron')
    expect(second).toEqual({
      claimed: false,
      first: { pid: process.pid, shell: 'browser', port: 8123, secret: first.claim.secret },
    })
    await first.claim.release()
    await first.claim.release()
    expect(await readInstance(folder)).toBeNull()
    const third = await claimDataFolder(folder, 'electron')
    expect(third.claimed).toBe(true)
    if (third.claimed) await third.claim.release()
  })

  it('a claim ends with its process: kill -9 needs no clean-up, and a stale file is ignored', async () => {
    const child = await claimInChild(folder)
    const refused = await claimDataFolder(folder, 'electron')
    expect(refused).toMatchObject({ claimed: false, first: { pid: child.pid, shell: 'browser', port: 4321 } })
    child.kill('SIGKILL')
    await once(child, 'exit')
    const claimed = await claimDataFolder(folder, 'electron')
    expect(claimed.claimed).toBe(true)
    expect(await readInstance(folder)).toMatchObject({ pid: process.pid, shell: 'electron', port: null })
    if (claimed.claimed) await claimed.claim.release()
  })

  it.each(['', 'not json', '{}', '{"pid":-1,"shell":"x","port":0,"secret":""}'])(
    'reads no owner from %j',
    async (text) => {
      await writeFile(join(folder, 'instance.json'), text)
      expect(await readInstance(folder)).toBeNull()
    },
  )

  it('reports a lock that cannot be tested', async () => {
    await mkdir(join(folder, 'lock.db'))
    await expect(claimDataFolder(folder, 'browser')).rejects.toMatchObject({ error: { code: 'folder_not_lockable' } })
  })

  it('each claim has a new secret', async () => {
    const secrets = new Set<string>()
    for (let round = 0; round < 3; round++) {
      const outcome = await claimDataFolder(folder, 'browser')
      if (!outcome.claimed) throw new Error('not claimed')
      secrets.add(outcome.claim.secret)
      expect(await readFile(join(folder, 'instance.json'), 'utf8')).toContain(outcome.claim.secret)
      await outcome.claim.release()
    }
    expect(secrets.size).toBe(3)
  })
})

async function claimInChild(data: string): Promise<ChildProcess> {
  const module = new URL('../../src/main/data-folder.ts', import.meta.url).href
  const script = `
    const { claimDataFolder } = await import(${JSON.stringify(module)})
    const outcome = await claimDataFolder(${JSON.stringify(data)}, 'browser')
    await outcome.claim.announce(4321)
    console.log('claimed')
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}
