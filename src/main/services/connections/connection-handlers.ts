import type { connectionCalls } from '../../../shared/ipc/connection-calls.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { ConnectionsService } from './connections-service.ts'
import type { FactsService } from './facts/facts-service.ts'
import type { ModelsService } from './models-service.ts'

/** Services that the handlers of the calls use. */
export interface ConnectionServices {
  readonly connections: ConnectionsService
  readonly models: ModelsService
  readonly facts: FactsService
}

/** Handlers of the calls about gateways and their models. */
export function connectionHandlers({
  connections,
  facts,
  models,
}: ConnectionServices): HandlersOf<typeof connectionCalls> {
  return {
    'connections.list': () => connections.listConnections(),
    'connections.save': (input) => connections.saveConnection(input),
    'connections.clearKey': ({ id }) => connections.clearKey(id),
    'connections.remove': async ({ id }) => {
      await connections.removeConnection(id)
      return null
    },
    'connections.setDefault': async ({ id }) => {
      await connections.setDefault(id)
      return null
    },
    'connections.setEndpoint': async ({ id, endpoint }) => {
      await connections.setEndpoint(id, endpoint)
      return null
    },
    'connections.setPictures': async ({ id, pictures }) => {
      await connections.setPictures(id, pictures)
      return null
    },
    'connections.setFirstPicture': async ({ firstPicture, id }) => {
      await connections.setFirstPicture(id, firstPicture)
      return null
    },
    'connections.test': (input) => connections.test(input),
    'connections.tryDemo': () => connections.tryDemo(),

    'models.facts': (input) => facts.factsOf(input),
    'models.list': ({ connectionId, refresh }) => models.listModels(connectionId, refresh),
  }
}
