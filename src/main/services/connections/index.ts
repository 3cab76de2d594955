import { join } from 'node:path'
import type { connectionCalls } from '../../../shared/ipc/connection-calls.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { Platform, Ports } from '../../platform.ts'
import type { KnownSecrets } from '../../security/secrets/known-secrets.ts'
import { wholeSecret } from '../../security/secrets/secret-strength.ts'
import { Catalogues } from '../../storage/catalogues.ts'
import { Connections } from '../../storage/connections.ts'
import type { Database } from '../../storage/database.ts'
import { Preferences } from '../../storage/preferences.ts'
import { type ConnectionServices, connectionHandlers } from './connection-handlers.ts'
import { ConnectionsService, environmentConnection } from './connections-service.ts'
import { DemoService } from './demo-service.ts'
import { type FactsParts, FactsService } from './facts/facts-service.ts'
import { ModelsService } from './models-service.ts'

/** The connections feature of main: gateways, their models, and the built-in demo gateway. */
export interface GatewayConnections extends ConnectionServices {
  readonly handlers: HandlersOf<typeof connectionCalls>
  /** Connects the demo gateway if wanted; `asDefault` makes it the default for new work. */
  start(wanted: { readonly asDefault: boolean }): Promise<void>
  close(): Promise<void>
}

/** Composes the connections in order of dependency. */
export function createConnections(
  parts: Ports &
    Pick<Platform, 'environment' | 'paths' | 'secrets'> &
    Pick<FactsParts, 'settings'> & { readonly database: Database; readonly known: KnownSecrets },
): GatewayConnections {
  const demo = new DemoService(join(parts.paths.resources, 'demo-gateway'))
  const catalogues = new Catalogues(parts.database)
  const environment = environmentConnection(parts.environment, parts.log)
  if (environment !== null) parts.known.learn('environment', wholeSecret(environment.apiKey))
  const connections = new ConnectionsService({
    ...parts,
    connections: new Connections(parts.database),
    catalogues,
    preferences: new Preferences(parts.database),
    environment,
    startDemo: () => demo.start(),
  })
  const facts = new FactsService({ ...parts, catalogues, connections })
  const models = new ModelsService({ ...parts, catalogues, connections })
  return {
    handlers: connectionHandlers({ connections, facts, models }),
    connections,
    models,
    facts,
    async start({ asDefault }) {
      if (asDefault || connections.demoWanted) await connections.tryDemo()
      if (asDefault) await connections.setDefault('demo')
    },
    async close() {
      await demo.close()
    },
  }
}
