import i18next from 'i18next'
import { expect, test, vi } from 'vitest'
import { defaultSettings } from '../../../src/shared/settings.ts'

const info = {
  version: '0',
  shell: 'browser',
  platform: 'linux',
  mediaBase: '/',
  dataFolder: '',
  notices: [],
  locale: 'en',
} as const

test('work that arrives while the page starts runs once state and language are loaded', async () => {
  // test files share their modules, and another one may have started the page
  vi.resetModules()
  const { afterStart, changeAppState, startAppState } = await import('../../../src/renderer/platform/app-store.ts')
  const ran: string[] = []
  afterStart(() => ran.push('early'))
  expect(ran).toEqual([])
  startAppState({
    info,
    settings: defaultSettings,
    connections: { connections: [], defaultId: null, keychain: { available: true, reason: null } },
    notices: [],
    connected: true,
  })
  await i18next.init({ lng: 'en', resources: {} })
  changeAppState({ connected: true })
  changeAppState({ connected: false })
  expect(ran).toEqual(['early'])
  afterStart(() => ran.push('late'))
  expect(ran).toEqual(['early', 'late'])
})
