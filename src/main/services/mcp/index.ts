import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { mcpCalls } from '../../../shared/ipc/mcp-calls.ts'
import type { Feature } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import type { Platform } from '../../platform.ts'
import { McpServers } from '../../storage/mcp-servers.ts'
import { ToolRules } from '../../storage/tool-rules.ts'
import { Leftovers } from './leftovers.ts'
import { mcpHandlers } from './mcp-handlers.ts'
import { McpService } from './mcp-service.ts'
import { MessageReader } from './message-reader.ts'
import { ServerSecrets } from './server-secrets.ts'
import { ServerTokens } from './server-tokens.ts'

/** Servers of tools that speak MCP. */
export interface Mcp extends Feature {
  readonly handlers: HandlersOf<typeof mcpCalls>
}

export type McpParts = Pick<
  FeatureParts,
  'clock' | 'database' | 'events' | 'fetch' | 'library' | 'linkFetch' | 'log' | 'tools'
> &
  Pick<Platform, 'secrets' | 'version'>

/** Composes the servers, and offers their tools to the chat. */
export function createMcp(parts: McpParts): Mcp {
  const { database, events, tools } = parts
  const servers = new McpServers(database)
  const service = new McpService({
    ...parts,
    servers,
    secrets: new ServerSecrets(parts.secrets),
    tokens: new ServerTokens(parts.secrets),
    rules: new ToolRules(database),
    reader: new MessageReader(parts.clock),
    leftovers: new Leftovers(servers, process.platform),
    environment: process.env,
    platform: process.platform,
    toolsChanged: () => events.emit('tools.changed', tools.service.list()),
  })
  tools.registry.add(service)
  return {
    handlers: mcpHandlers(service),
    start: () => void service.start(),
    close: () => service.close(),
  }
}
