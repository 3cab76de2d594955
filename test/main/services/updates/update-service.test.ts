import { expect, test } from 'vitest'
import type { UpdaterPort } from '../../../../src/main/platform.ts'
import { UpdateService } from '../../../../src/main/services/updates/update-service.ts'
import { AppFailure, appError } from '../../../../src/shared/errors.ts'
import { defaultSettings, type Settings } from '../../../../src/shared/settings.ts'
import { EventRecorder, ManualClock } from '../../../fakes/platform.ts'

function here(changes: Partial<UpdaterPort> = {}, settings: Partial<Settings> = {}) {
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
    mayRestart: () => state.mayRestart,
  })
  const until = async (is: string): Promise<void> =>
    void (await events.until('updates.changed', ({ phase }) => phase.is === is))
  return { service, clock, events, armed, state, until, changed: () => changed() }
}

test('an update is downloaded by choice, and installed at quit or by a restart', async () => {
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

test('the feed is read after the start and then now and then, unless the setting is off', async () => {
  const { service, clock, state, until } = here()
  service.start()
  clock.advance(19_000)
  expect(state.checks).toBe(0)
  clock.advance(2_000)
  await until('available')
  clock.advance(12 * 60 * 60_000)
  expect(state.checks).toBe(2)
  state.settings = { ...state.settings, updateChecks: false }
  clock.advance(24 * 60 * 60_000)
  expect(state.checks).toBe(2)
  await service.close()
})

test('a failure is told by its code, and can be tried again', async () => {
  const why = new AppFailure(appError('update_damaged'))
  let isBroken = true
  const download: UpdaterPort['download'] = async () => {
    if (isBroken) throw why
  }
  const { service, armed, until } = here({ download })
  await service.check()
  service.download()
  await until('failed')
  expect(service.state().phase).toMatchObject({ error: { code: 'update_damaged' }, offer: { version: '2.0.0' } })
  expect(armed).toEqual([])
  isBroken = false
  service.download()
  await until('ready')
})

test('a download is cancelled by the person, and by the end of the app', async () => {
  const download: UpdaterPort['download'] = (_onShare, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const { service } = here({ download })
  await service.check()
  service.download()
  expect((await service.cancel()).phase.is).toBe('available')
  service.download()
  await service.close()
  expect(service.state().phase.is).toBe('available')
})

test('a copy that only tells downloads nothing', async () => {
  const { service } = here({ kind: 'tells' })
  expect((await service.check()).phase.is).toBe('available')
  expect(() => service.download()).toThrow('nothing to download')
})
