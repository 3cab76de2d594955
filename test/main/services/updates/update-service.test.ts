import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { KeyValueStore, UpdaterPort } from '../../../../src/main/platform.ts'
import { UpdateService } from '../../../../src/main/services/updates/update-service.ts'
import { AppFailure, appError } from '../../../../src/shared/errors.ts'
import { defaultSettings, type Settings } from '../../../../src/shared/settings.ts'
import { EventRecorder, ManualClock } from '../../../fakes/platform.ts'

/** Versions and the data folder of a test about going back. */
interface Surroundings {
  readonly store?: Pick<KeyValueStore, 'get'>
  readonly dataFolder?: string
}

function here(
  changes: Partial<UpdaterPort> = {},
  settings: Partial<Settings> = {},
  { dataFolder = '/nowhere', store = { get: () => undefined } }: Surroundings = {},
) {
  const clock = new ManualClock()
  const events = new EventRecorder()
  const armed: string[] = []
  const state = { settings: { ...defaultSettings, ...settings }, mayRestart: true, restarts: 0, checks: 0 }
  let changed = (): void => undefined
  const updater: UpdaterPort = {
    kind: 'installs',
    page: 'https://updates.example/',
    check: async () => {
      state.checks += 1
      return { version: '2.0.0', releaseNotes: 'New', files: [{ size: 5 }] }
    },
    download: async (onShare) => onShare(1),
    arm: (when) => void armed.push(when),
    previous: () => null,
    stagePrevious: async () => undefined,
    restart: () => {
      state.restarts += 1
    },
    ...changes,
  }
  const service = new UpdateService({
    ...{ updater, clock, events, version: '1.0.0', log: () => undefined, ending: new AbortController().signal },
    settings: {
      get: () => state.settings,
      onChange(run) {
        changed = run
        return () => undefined
      },
    },
    ...{ dataFolder, store, mayAsk: async () => undefined, mayRestart: () => state.mayRestart },
  })
  const until = async (is: string): Promise<void> =>
    void (await events.until('updates.changed', ({ phase }) => phase.is === is))
  return { service, clock, events, armed, state, until, changed: () => changed() }
}

test('an update is downloaded on request, and installed at quit or by a restart', async () => {
  const { service, armed, state, until, changed } = here()
  service.start()
  expect((await service.check()).phase).toMatchObject({ is: 'available', offer: { version: '2.0.0', bytes: 5 } })
  expect(() => service.install()).toThrow('nothing is downloaded')
  service.download()
  await until('ready')
  expect(armed).toEqual(['quit'])
  state.settings = { ...state.settings, updateAtQuit: false }
  changed()
  expect(armed).toEqual(['quit', 'never'])
  // never while anything runs
  state.mayRestart = false
  expect(() => service.install()).toThrow('something runs')
  expect(state.restarts).toBe(0)
  state.mayRestart = true
  service.install()
  expect([armed.at(-1), state.restarts]).toEqual(['restart', 1])
})

test('a restart that the user cancels leaves the setting in effect', async () => {
  const { service, armed, until } = here()
  await service.check()
  service.download()
  await until('ready')
  service.install()
  service.stayed()
  expect(armed).toEqual(['quit', 'restart', 'never', 'quit'])
})

test('the feed is read after the start and then from time to time, unless the setting is off', async () => {
  const { service, clock, state, until } = here()
  service.start()
  clock.advance(19_000)
  expect(state.checks).toBe(0)
  clock.advance(2_000)
  await until('available')
  clock.advance(12 * 60 * 60_000)
  await expect.poll(() => state.checks).toBe(2)
  state.settings = { ...state.settings, updateChecks: false }
  clock.advance(24 * 60 * 60_000)
  expect(state.checks).toBe(2)
  await service.close()
})

test('a version for another system is not offered, and withdraws an earlier offer', async () => {
  let found: unknown = { version: '2.0.0', releaseNotes: '', files: [{ size: 5 }] }
  const { service } = here({ check: async () => found })
  expect((await service.check()).phase.is).toBe('available')
  found = null
  expect((await service.check()).phase).toEqual({ is: 'newest' })
  expect(() => service.download()).toThrow('nothing to download')
})

test('a failure is reported by its code, and can be retried', async () => {
  const why = new AppFailure(appError('update_damaged'))
  let isBroken = true
  const download: UpdaterPort['download'] = async () => {
    if (isBroken) throw why
  }
  const { service, armed, until } = here({ download })
  await service.check()
  service.download()
  await until('failed')
  expect(service.updateState().phase).toMatchObject({ error: { code: 'update_damaged' }, offer: { version: '2.0.0' } })
  expect(armed).toEqual([])
  isBroken = false
  service.download()
  await until('ready')
})

test('a download is cancelled by the user, and by the end of the app', async () => {
  const download: UpdaterPort['download'] = (_onShare, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const { service } = here({ download })
  await service.check()
  service.download()
  expect((await service.cancelDownload()).phase.is).toBe('available')
  service.download()
  await service.close()
  expect(service.updateState().phase.is).toBe('available')
})

test('a copy that only announces updates downloads nothing', async () => {
  const { service } = here({ kind: 'tells' })
  expect((await service.check()).phase.is).toBe('available')
  expect(() => service.download()).toThrow('nothing to download')
})

describe('going back to the older version', () => {
  let dataFolder: string
  const history = { before: { version: '0.9.0', own: '1.0.0', at: 10 }, wentBackFrom: null }
  const note = () => JSON.parse(readFileSync(join(dataFolder, 'go-back.json'), 'utf8'))
  const hasNote = () => existsSync(join(dataFolder, 'go-back.json'))
  const updated = (changes: Partial<UpdaterPort> = {}, kept: unknown = history) =>
    here({ previous: () => ({ version: '0.9.0' }), ...changes }, {}, { dataFolder, store: { get: () => kept } })

  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'atelier-back-'))
    mkdirSync(join(dataFolder, 'backups'))
    for (const at of [5, 10, 15]) writeFileSync(join(dataFolder, 'backups', `atelier-v1-${at}.db`), '')
  })
  afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

  test('going back restores the older program by a restart, with the copy from before the update', async () => {
    const { service, armed, state, changed } = updated()
    service.start()
    expect(service.updateState()).toMatchObject({ previous: '0.9.0', wentBackFrom: null })
    await service.check()
    service.download()
    await service.goBack()
    expect(note()).toEqual({ from: '1.0.0', to: '0.9.0', copy: 'atelier-v1-10.db' })
    expect([armed.at(-1), state.restarts]).toEqual(['back', 1])
    // neither a download that ends now, nor a setting, nor a second press takes its place
    changed()
    expect(armed.at(-1)).toBe('back')
    await expect(service.goBack()).rejects.toThrow('no older version')
    expect(state.restarts).toBe(1)
  })

  test('going back is undone if the quit is cancelled', async () => {
    const { service, armed, state, until } = updated()
    await service.check()
    service.download()
    await until('ready')
    await service.goBack()
    service.stayed()
    expect([hasNote(), armed.slice(-2)]).toEqual([false, ['never', 'quit']])
    // and it can be asked for again
    await service.goBack()
    expect([hasNote(), armed.at(-1), state.restarts]).toEqual([true, 'back', 2])
  })

  test('going back is refused while anything runs, before and after the program was written', async () => {
    let staged = 0
    const { service, armed, state } = updated({
      stagePrevious: async () => {
        staged += 1
        state.mayRestart = false
      },
    })
    state.mayRestart = false
    await expect(service.goBack()).rejects.toThrow('something runs')
    expect(staged).toBe(0)
    state.mayRestart = true
    await expect(service.goBack()).rejects.toThrow('something runs')
    expect([staged, hasNote(), armed, state.restarts]).toEqual([1, false, [], 0])
  })

  test('going back changes nothing if the older program is damaged or does not fit on the disk', async () => {
    for (const code of ['update_damaged', 'storage_full'] as const) {
      const { service, armed, state } = updated({
        stagePrevious: async () => {
          throw new AppFailure(appError(code))
        },
      })
      await expect(service.goBack()).rejects.toMatchObject({ error: { code } })
      expect([hasNote(), armed, state.restarts]).toEqual([false, [], 0])
    }
  })

  test('going back is not offered without the program, the copy, or an update in this folder', async () => {
    const offers: readonly (readonly [Partial<UpdaterPort>, unknown])[] = [
      [{ previous: () => null }, history],
      [{ previous: () => ({ version: '0.8.0' }) }, history],
      [{}, { ...history, before: { ...history.before, own: '0.9.5' } }],
      [{}, { ...history, before: { ...history.before, at: 16 } }],
      [{}, { before: null, wentBackFrom: null }],
      [{}, 'garbage'],
      [{}, null],
    ]
    for (const [changes, kept] of offers) {
      const { service } = updated(changes, kept)
      expect(service.updateState().previous).toBeNull()
      await expect(service.goBack()).rejects.toThrow('no older version')
    }
  })

  test('after going back the version that the user left is not offered, and the next one is', async () => {
    let version = '2.0.0'
    const left = { before: null, wentBackFrom: '2.0.0' }
    const { service, armed, until, changed } = updated({ check: async () => ({ version }) }, left)
    service.start()
    expect((await service.check()).wentBackFrom).toBe('2.0.0')
    service.download()
    await until('ready')
    changed()
    expect(armed).toEqual(['never', 'never'])
    service.install()
    expect(armed.at(-1)).toBe('restart')
    version = '2.0.1'
    const next = updated({ check: async () => ({ version }) }, left)
    await next.service.check()
    next.service.download()
    await next.until('ready')
    expect(next.armed).toEqual(['quit'])
  })
})
