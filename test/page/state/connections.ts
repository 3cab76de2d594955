import { modelsOfGroup } from '../../../src/demo-gateway/models.ts'
import type { Connection } from '../../../src/shared/connection.ts'
import type { Catalogue } from '../../../src/shared/model.ts'
import { modelKind } from '../../../src/shared/model-kind.ts'
import type { SomeHandlers } from '../contract-bridge.ts'

export const connectionId = 'environment'

const connection: Connection = {
  id: connectionId,
  name: 'Environment',
  baseUrl: 'http://127.0.0.1:9/v1',
  kind: 'environment',
  key: { kept: 'run', lastFour: null },
  allowInsecure: false,
  createdAt: 0,
}

const catalogue: Catalogue = {
  models: modelsOfGroup('all').map(({ id, ownedBy }) => ({ id, family: ownedBy, kind: modelKind(id) })),
  fetchedAt: Date.now(),
  error: null,
}

/** One connection with the demo's models, none of which is ever asked. */
export const connectionHandlers: SomeHandlers = {
  'connections.list': () => ({
    connections: [connection],
    defaultId: connectionId,
    keychain: { available: false, reason: 'no keychain in this test' },
  }),
  'models.list': () => catalogue,
  'models.facts': () => ({ window: null, sees: null, thinks: null, tools: null, snapshotDate: '2026-07-02' }),
}
