import { afterEach, beforeEach, expect, test } from 'vitest'
import { Connections } from '../../../src/main/storage/connections.ts'
import type { Database } from '../../../src/main/storage/database.ts'
import { dropBadConnections } from '../../../src/main/storage/resting-work.ts'
import { temporaryDatabase } from '../../fakes/storage.ts'

let database: Database
let dispose: () => void
beforeEach(() => {
  ;({ database, dispose } = temporaryDatabase())
})
afterEach(() => dispose())

test('a connection whose address is inside other text is removed', () => {
  const connections = new Connections(database)
  const bad = [
    'see https://gateway.example',
    'gateway.example',
    'http:1.2.3.4/ sk-x https://gateway.example',
    'http://gateway.example/v1',
    'https://gateway.example。sk-abcdefgh',
    'curl https://gateway.example/v1',
  ]
  const good = ['https://gateway.example/v1', 'https://gateway.example', 'http://localhost:8080/v1']
  for (const baseUrl of [...bad, ...good])
    connections.putConnection({ id: baseUrl, name: '', baseUrl, allowInsecure: false, keyLastFour: null, createdAt: 1 })
  dropBadConnections(database)
  expect(
    connections
      .allConnections()
      .map(({ baseUrl }) => baseUrl)
      .toSorted(),
  ).toEqual(good.toSorted())
})
