import './schema-mode.ts'

import { startAppState } from '../../../src/renderer/platform/app-store.ts'
import { startI18n } from '../../../src/renderer/platform/i18n/i18n.ts'
import { defaultSettings } from '../../../src/shared/settings.ts'

/** Starts what components need of the page, without a shell: words and settings. */
export async function startPage(): Promise<void> {
  await startI18n('en')
  startAppState({
    info: {
      version: '0',
      shell: 'browser',
      platform: 'linux',
      mediaBase: '/media/',
      dataFolder: '',
      notices: [],
      locale: 'en',
    },
    settings: defaultSettings,
    connections: { connections: [], defaultId: null, keychain: { available: true, reason: null } },
    notices: [],
    connected: true,
  })
}
