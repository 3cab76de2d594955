import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeychain, type KeychainEntry } from '../../../src/main/secrets/keychain.ts'
import { createMemorySecrets } from '../../../src/main/secrets/memory.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, 'keychain-round-trip.ts')
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter((program) => !has(program))
const canRoundTrip = process.platform === 'linux' && missing.length === 0
if (!canRoundTrip)
  console.warn(`keychain round trip skipped: ${process.platform}, missing: ${missing.join(', ') || 'none'}`)

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'atelier-keychain-'))
})
afterAll(async () => await rm(home, { recursive: true, force: true }))

/** A separate home folder, so that the keyring of the user running the tests is untouched. */
const environment = () => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  XDG_DATA_HOME: join(home, 'data'),
  XDG_CONFIG_HOME: join(home, 'config'),
  XDG_CACHE_HOME: join(home, 'cache'),
  XDG_RUNTIME_DIR: home,
})

describe('the real keychain', () => {
  it.runIf(canRoundTrip)(
    'the keychain keeps a secret across objects, removes it on request, and is tested without a trace',
    async () => {
      const command = `printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$0" "$1"`
      const { stdout } = await run('dbus-run-session', ['--', 'sh', '-c', command, process.execPath, script], {
        env: environment(),
      })
      const kept = { secret: 'sk-round-trip-密钥', kept: 'keychain' }
      expect(JSON.parse(stdout)).toEqual({
        status: { available: true, reason: null },
        before: null,
        set: 'keychain',
        after: kept,
        same: kept,
        deleted: null,
        statusAfter: { available: true, reason: null },
        left: [],
        logged: [],
      })
    },
  )

  it.runIf(process.platform === 'linux')(
    'a missing session bus is reported, and the secret is kept for this run',
    async () => {
      const { stdout } = await run(process.execPath, [script], {
        env: { ...environment(), DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
      })
      expect(JSON.parse(stdout)).toMatchObject({
        status: { available: false },
        before: null,
        set: 'run',
        // nothing was stored
        after: null,
        same: { secret: 'sk-round-trip-密钥', kept: 'run' },
        deleted: null,
        left: [],
      })
    },
  )
})

describe('a keychain that misbehaves', () => {
  const clock = {
    after(ms: number, go: () => void) {
      const timer = setTimeout(go, ms)
      return () => clearTimeout(timer)
    },
  }
  function withEntry(entry: Partial<KeychainEntry>, patienceMs = 1000) {
    const events: string[] = []
    const refuse = async (): Promise<never> => {
      throw new Error('locked')
    }
    const secrets = createKeychain({
      clock,
      log: (_level, event, fields) => events.push(`${event} ${fields?.reason}`),
      open: () => ({ getPassword: refuse, setPassword: refuse, deletePassword: refuse, ...entry }),
      patienceMs,
      probeMs: 10,
    })
    return { secrets, events }
  }

  it('a keychain that cannot be read has no secret, and nothing is deleted', async () => {
    let deletions = 0
    const { secrets, events } = withEntry({
      deletePassword: async () => {
        deletions++
        return true
      },
    })
    expect(await secrets.get('a')).toBeNull()
    expect([deletions, events]).toEqual([0, ['keychain.read_failed locked']])
  })

  it('a keychain that refuses a write keeps the new secret for this run, instead of its old one', async () => {
    const { secrets } = withEntry({ getPassword: async () => 'old' })
    expect(await secrets.set('a', 'new')).toBe('run')
    expect(await secrets.get('a')).toEqual({ secret: 'new', kept: 'run' })
    await secrets.delete('a')
    expect(await secrets.get('a')).toEqual({ secret: 'old', kept: 'keychain' })
  })

  it('a keychain that works again stores the secret again', async () => {
    let works = false
    const { secrets } = withEntry({
      setPassword: async () => {
        if (!works) throw new Error('locked')
      },
      getPassword: async () => 'from keychain',
    })
    expect(await secrets.set('a', '1')).toBe('run')
    works = true
    expect(await secrets.set('a', '2')).toBe('keychain')
    expect(await secrets.get('a')).toEqual({ secret: 'from keychain', kept: 'keychain' })
  })

  it('a keychain that never answers does not block the app', async () => {
    const never = () => new Promise<never>(() => undefined)
    const { secrets } = withEntry({ getPassword: never, setPassword: never, deletePassword: never }, 10)
    expect(await secrets.status()).toMatchObject({ available: false })
    expect(await secrets.get('a')).toBeNull()
    expect(await secrets.set('a', 'b')).toBe('run')
    await secrets.delete('a')
    expect(await secrets.get('a')).toBeNull()
  })

  it('a keychain that cannot be opened keeps secrets for this run only', async () => {
    const secrets = createKeychain({
      clock,
      log: () => undefined,
      open: () => {
        throw new Error('AccessDenied')
      },
    })
    expect(await secrets.status()).toEqual({ available: false, reason: 'AccessDenied' })
    expect(await secrets.set('a', 'b')).toBe('run')
  })
})

it('memory keeps secrets separate, and only for this run', async () => {
  const secrets = createMemorySecrets()
  expect(await secrets.set('a', '1')).toBe('run')
  expect(await secrets.get('a')).toEqual({ secret: '1', kept: 'run' })
  expect(await secrets.get('b')).toBeNull()
  await secrets.delete('a')
  expect(await secrets.get('a')).toBeNull()
  expect((await secrets.status()).available).toBe(false)
})
