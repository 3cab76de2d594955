import { afterEach, expect, it, vi } from 'vitest'
import { appState, saveSettings, startAppState, takeSettings } from '../../../src/renderer/platform/app-store.ts'
import { defaultSettings } from '../../../src/shared/settings.ts'
import { type Settings, type SettingsPatch, withPatch } from '../../../src/shared/settings-table.ts'

afterEach(() => vi.unstubAllGlobals())

/** A main that answers when the test says so, in order, and refuses what the test wants. */
function slowMain() {
  let stored: Settings = defaultSettings
  const waiting: (() => void)[] = []
  const call = (_name: string, patch: SettingsPatch) =>
    new Promise((resolve) => {
      waiting.push(() => {
        if (patch.stallSeconds === 999) return resolve({ ok: false, error: { code: 'invalid_input' } })
        stored = withPatch(stored, patch)
        resolve({ ok: true, value: stored })
      })
    })
  vi.stubGlobal('window', { bridge: { call } })
  const shell = { version: '0', shell: 'browser', platform: 'linux', mediaBase: '/', dataFolder: '' } as const
  startAppState({
    info: { ...shell, notices: [], locale: 'en' },
    settings: defaultSettings,
    connections: { connections: [], defaultId: null, keychain: { available: true, reason: null } },
    notices: [],
    connected: true,
  })
  return {
    get stored() {
      return stored
    },
    async answer() {
      waiting.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('shows the last change while main still answers earlier ones', async () => {
  const main = slowMain()
  void saveSettings({ newChat: { system: 'Be brief.' } })
  void saveSettings({ newChat: { ...appState().settings.newChat, temperature: '0.3' } })
  await main.answer()
  expect(appState().settings.newChat).toEqual({ system: 'Be brief.', temperature: '0.3' })
  // a third change that is made now builds on both
  void saveSettings({ newChat: { ...appState().settings.newChat, effort: 'low' } })
  takeSettings(main.stored)
  await main.answer()
  await main.answer()
  const all = { system: 'Be brief.', temperature: '0.3', effort: 'low' }
  expect([appState().settings.newChat, main.stored.newChat]).toEqual([all, all])
})

it('reverts only a refused change', async () => {
  const main = slowMain()
  void saveSettings({ stallSeconds: 999 })
  void saveSettings({ theme: 'dark' })
  await main.answer()
  expect(appState().settings).toMatchObject({ stallSeconds: defaultSettings.stallSeconds, theme: 'dark' })
  await main.answer()
  expect(appState().settings).toEqual({ ...defaultSettings, theme: 'dark' })
})
