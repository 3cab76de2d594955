import { externalUrl } from '../../../src/main/security/external-url.ts'
import { AppFailure } from '../../../src/shared/errors.ts'
import { defaultSettings, type Settings } from '../../../src/shared/settings.ts'
import { withPatch } from '../../../src/shared/settings-table.ts'
import type { ContractBridge, SomeHandlers } from '../contract-bridge.ts'

/** Settings in memory. */
export class SettingsInMemory {
  now: Settings = defaultSettings
  readonly #emit: ContractBridge['emit']

  constructor(emit: ContractBridge['emit']) {
    this.#emit = emit
  }

  readonly handlers: SomeHandlers = {
    'app.info': () => ({
      version: '0.1.0',
      shell: 'browser',
      platform: 'linux',
      mediaBase: '/media/',
      dataFolder: '/data/Atelier',
      notices: [],
      locale: 'en-US',
    }),
    'app.network': () => null,
    'app.badge': () => null,
    'app.clickedCode': () => null,
    'app.notify': () => ({ by: 'page' }),
    'links.open': ({ url }) => {
      const checked = externalUrl(url)
      if (!checked.ok) throw new AppFailure(checked.error)
      return { by: 'page', url: checked.value }
    },
    'settings.get': () => this.now,
    'settings.update': (patch) => {
      this.now = withPatch(this.now, patch)
      this.#emit('settings.changed', this.now)
      return this.now
    },
  }
}
