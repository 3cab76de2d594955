import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { stateWords } from '../../../../src/renderer/components/requests/request-words.ts'
import { en } from '../../../../src/renderer/platform/i18n/locales/en.ts'
import type { GatewayRequestSummary } from '../../../../src/shared/gateway-request.ts'

const i18n = createInstance()
await i18n.init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } })

const request: GatewayRequestSummary = {
  ...{ id: 'a', kind: 'chat', itemId: 'b', model: 'm', method: 'POST', url: 'https://g.example/v1', at: 0, bytes: 0 },
  ...{ status: null, headersMs: null, firstByteMs: null, endMs: null, error: null },
}

test.each([
  [{}, 'running'],
  [{ status: 200 }, 'status 200'],
  [{ status: null, error: 'timeout', endMs: 5 }, 'failed: timeout'],
  // also where the gateway called it a success
  [{ status: 200, error: 'cut_short', endMs: 5 }, 'status 200, failed: cut_short'],
  [{ status: 429, error: 'insufficient_quota', endMs: 5 }, 'status 429, failed: insufficient_quota'],
])('the words of %j are: %s', (part, words) => {
  expect(stateWords(i18n.t, { ...request, ...part })).toBe(words)
})
