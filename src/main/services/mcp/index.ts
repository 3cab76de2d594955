import { createHash, randomUUID } from 'node:crypto'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { mcpCalls } from '../../../shared/ipc/mcp-calls.ts'
import type { Feature } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import type { Platform } from '../../platform.ts'
import type { KnownSecrets } from '../../security/secrets/known-secrets.ts'
import { McpServers } from '../../storage/mcp-servers.ts'
import { ToolRules } from '../../storage/tool-rules.ts'
import { Leftovers } from './leftovers.ts'
import { McpService } from './mcp-service.ts'
import { MessageReader } from './message-reader.ts'
import { markName } from './server-environment.ts'
import { ServerSecrets, secretsIn } from './server-secrets.ts'
import { ServerTokens, tokensIn } from './server-tokens.ts'

/** Servers of tools that speak MCP. */
export interface Mcp extends Feature {
  readonly handlers: HandlersOf<typeof mcpCalls>
}

export type McpParts = Pick<
  FeatureParts,
  'clock' | 'database' | 'dataFolder' | 'events' | 'fetch' | 'library' | 'linkFetch' | 'log' | 'tools'
> &
  Pick<Platform, 'secrets' | 'version'> & {
    /** Receives the secrets of servers, and contains those of other features. */
    readonly known: KnownSecrets
  }

/** Composes the servers, and offers their tools to the chat. */
export function createMcp(parts: McpParts): Mcp {
  const { database, events, known, tools } = parts
  const servers = new McpServers(database)
  // no other Atelier has the same data folder open
  const folderMark = createHash('sha256').update(parts.dataFolder).digest('hex').slice(0, 32)
  const service = new McpService({
    ...parts,
    servers,
    secrets: new ServerSecrets(known.over(parts.secrets, secretsIn)),
    tokens: new ServerTokens(known.over(parts.secrets, tokensIn)),
    rules: new ToolRules(database),
    reader: new MessageReader(parts.clock),
    leftovers: new Leftovers(servers, process.platform, `${markName}=${folderMark}-`),
    newMark: (serverId) => `${folderMark}-${serverId}-${randomUUID()}`,
    environment: process.env,
    platform: process.platform,
    toolsChanged: () => events.emit('tools.changed', tools.service.listTools()),
  })
  tools.registry.addToolSource(service)
  return {
    handlers: mcpHandlers(service),
    start: () => void service.start(),
    close: () => service.close(),
  }
}

/** Handlers of the calls about servers of tools. */
function mcpHandlers(mcp: McpService): HandlersOf<typeof mcpCalls> {
  return {
    'mcp.list': () => mcp.listServers(),
    'mcp.save': (input) => mcp.saveServer(input),
    'mcp.confirm': (input) => mcp.confirm(input),
    'mcp.setEnabled': (input) => mcp.setEnabled(input),
    'mcp.restart': (input) => mcp.restart(input),
    'mcp.remove': (input) => mcp.removeServer(input),
    'mcp.signIn': (input) => mcp.signIn(input),
    'mcp.cancelSignIn': (input) => mcp.cancelSignIn(input),
    'mcp.signOut': (input) => mcp.signOut(input),
    'mcp.offers': () => mcp.offers(),
    'mcp.prompt': (input) => mcp.prompt(input),
    'mcp.resource': (input) => mcp.resource(input),
    'mcp.log': (input) => mcp.log(input),
    'mcp.leftovers': () => mcp.leftovers(),
    'mcp.endLeftover': ({ pid }) => mcp.endLeftover(pid),
  }
}
