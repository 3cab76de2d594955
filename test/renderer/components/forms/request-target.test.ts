import { expect, it } from 'vitest'
import { requestTargetOf } from '../../../../src/renderer/components/forms/request-target.ts'
import type { Connection, ConnectionList } from '../../../../src/shared/connection.ts'
import type { Catalogue, Model } from '../../../../src/shared/model.ts'

function connection(id: string): Connection {
  return {
    id,
    name: id,
    baseUrl: 'https://gateway.example/v1',
    kind: 'gateway',
    key: { kept: 'none', lastFour: null },
    allowInsecure: false,
    createdAt: 0,
  }
}

function listed(...ids: string[]): ConnectionList {
  const connections = ids.map(connection)
  return { connections, defaultId: ids[1] ?? null, keychain: { available: true, reason: null } }
}

function catalogue(...ids: string[]): Catalogue {
  return { models: ids.map((id): Model => ({ id, family: '', kind: 'image' })), fetchedAt: 0, error: null }
}

const first = (models: readonly Model[]): string => models[0]?.id ?? ''

it('the request target is the chosen model', () => {
  const target = requestTargetOf({ connectionId: 'a', model: 'm' }, listed('a', 'b'), { a: catalogue('other') }, first)
  expect([target.connection?.id, target.model]).toEqual(['a', 'm'])
})

it('is the default connection and its first model if nothing was chosen', () => {
  const target = requestTargetOf(
    { connectionId: null, model: '' },
    listed('a', 'b'),
    { b: catalogue('m1', 'm2') },
    first,
  )
  expect([target.connection?.id, target.model]).toEqual(['b', 'm1'])
})

it('keeps a chosen model if its connection was removed', () => {
  const target = requestTargetOf({ connectionId: 'gone', model: 'm' }, listed('a', 'b'), {}, first)
  expect([target.connection?.id, target.model]).toEqual(['b', 'm'])
})

it('has no model while none is known, and no connection if there is none', () => {
  expect(requestTargetOf({ connectionId: null, model: '' }, listed('a'), {}, first)).toMatchObject({
    connection: { id: 'a' },
    model: '',
  })
  expect(requestTargetOf({ connectionId: null, model: '' }, listed(), {}, first)).toEqual({
    connection: null,
    models: [],
    model: '',
  })
})
