import { expect, test } from 'vitest'
import { requestsLike } from '../../../../../src/renderer/features/settings/requests/request-filter.ts'
import type { GatewayRequestSummary } from '../../../../../src/shared/gateway-request.ts'

const request: GatewayRequestSummary = {
  ...{ id: 'a', kind: 'chat', itemId: 'b', model: 'm', method: 'POST', url: 'https://g.example/v1', at: 0, bytes: 0 },
  ...{ status: null, headersMs: null, firstByteMs: null, endMs: null, error: null },
}

test('requests are found by their model without its accents', () => {
  const accented = { ...request, model: 'Modèle' }
  expect(requestsLike([request, accented], { kind: null, words: 'MODELE' })).toEqual([accented])
})

test('requests are found by their kind and a word of their address together', () => {
  const image: GatewayRequestSummary = { ...request, kind: 'image', url: 'https://g.example/v1/images' }
  expect(requestsLike([request, image], { kind: 'image', words: 'images' })).toEqual([image])
  expect(requestsLike([request, image], { kind: 'chat', words: 'images' })).toEqual([])
})
