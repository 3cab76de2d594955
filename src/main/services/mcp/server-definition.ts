import { createHash } from 'node:crypto'
import type { StoredServer } from '../../storage/mcp-servers.ts'

/** The members that decide what is started, or where requests go. */
export type ServerDefinition = Pick<
  StoredServer,
  'kind' | 'command' | 'arguments' | 'environmentNames' | 'url' | 'headerNames'
>

/** Hash of all that decides what is started. A confirmation counts only for the definition that it names. */
export function definitionOf(server: ServerDefinition): string {
  const { kind, command, arguments: given, environmentNames, url, headerNames } = server
  const parts = kind === 'stdio' ? [kind, command, given, environmentNames] : [kind, url, headerNames]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * Keychain account of a server's secrets. That of an address contains its origin, so that an address that was changed
 * cannot send them to a stranger.
 */
export function accountOf({ id, kind, url }: Pick<StoredServer, 'id' | 'kind' | 'url'>): string {
  if (kind === 'stdio') return `mcp ${id}`
  return `mcp ${id} ${URL.canParse(url) ? new URL(url).origin : ''}`
}

/** The command as one line for people. */
export function commandLine(command: string, given: readonly string[]): string {
  return [command, ...given].map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : JSON.stringify(part))).join(' ')
}
