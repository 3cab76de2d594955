import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { SettingsService } from '../../../../src/main/services/app/settings-service.ts'
import { defaultSettings, ownEntriesMax, settingsPatchSchema, settingsSchema } from '../../../../src/shared/settings.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { EventRecorder, memoryStore, type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

function serviceWith(stored: unknown): SettingsService {
  const store = memoryStore()
  store.set('settings', stored)
  return new SettingsService(store, new EventRecorder(), () => {})
}

describe('the stored settings', () => {
  test('unreadable values fall back to defaults one by one', () => {
    expect(
      serviceWith({
        language: 'zh-CN',
        theme: 'neon',
        stallSeconds: 0,
        stream: 'yes',
        textSize: 'large',
        other: 1,
      }).get(),
    ).toEqual({ ...defaultSettings, language: 'zh-CN', textSize: 'large' })
  })

  test.each([null, [], 'settings', 7, { theme: null }, {}])('stored settings of %j give the defaults', (stored) => {
    expect(serviceWith(stored).get()).toEqual(defaultSettings)
  })

  test('any stored value gives settings, and reading does not change it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        const store = memoryStore()
        store.set('settings', stored)
        const before = JSON.stringify(store.get('settings'))
        settingsSchema.parse(new SettingsService(store, new EventRecorder(), () => {}).get())
        expect(JSON.stringify(store.get('settings'))).toBe(before)
      }),
    )
  })
})

describe('a table of the user in the settings', () => {
  const entries = <T>(count: number, value: T) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`entry ${at}`, value]))
  test.each([
    ['imageKindOf', 'wide'],
    ['videoPriceOf', 1],
    ['videoWordOf', 'failed'],
  ])('%s has limits, in a change and on the disk', (name, value) => {
    const [most, tooMany] = [entries(ownEntriesMax, value), entries(ownEntriesMax + 1, value)]
    expect(settingsPatchSchema.safeParse({ [name]: most }).success).toBe(true)
    expect(settingsPatchSchema.safeParse({ [name]: tooMany }).success).toBe(false)
    expect(serviceWith({ [name]: most }).get()).toEqual({ ...defaultSettings, [name]: most })
    expect(serviceWith({ [name]: tooMany }).get()).toEqual(defaultSettings)
  })
})

describe('a change of the settings', () => {
  let platform: TestPlatform
  let app: App
  let dispose: () => void
  const client = new AppClient(() => app)
  beforeEach(async () => {
    ;({ platform, dispose } = testPlatform())
    app = await createApp(platform, { demo: false })
  })
  afterEach(async () => {
    await app.close()
    dispose()
  })

  test('a change is stored, leaves the other settings, and is sent to every page', async () => {
    await client.call('settings.update', { theme: 'dark' })
    const settings = await client.call('settings.update', { stallSeconds: 120 })
    expect(settings).toEqual({ ...defaultSettings, theme: 'dark', stallSeconds: 120 })
    expect(platform.events.of('settings.changed').at(-1)).toEqual(settings)
    await app.close()
    app = await createApp(platform, { demo: false })
    expect(await client.call('settings.get', {})).toEqual(settings)
  })

  test('a change without a value has no effect', async () => {
    await client.call('settings.update', { theme: 'dark' })
    expect(await app.call('settings.update', { theme: undefined })).toMatchObject({
      ok: true,
      value: { theme: 'dark' },
    })
  })

  test.each([
    { colour: 'red' },
    { theme: 'neon' },
    { stallSeconds: 4 },
    { stallSeconds: 5.5 },
    { stream: 'no' },
    null,
    [],
  ])('the change %j is refused, and nothing of it is stored', async (patch) => {
    expect(await app.call('settings.update', patch)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
    expect(await client.call('settings.get', {})).toEqual(defaultSettings)
    expect(platform.events.of('settings.changed')).toEqual([])
  })
})
