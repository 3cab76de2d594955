import { createHash } from 'node:crypto'
import type { StoredServer } from '../../storage/mcp-servers.ts'

/** The fields that determine which program starts, or where requests go. */
export type ServerDefinition = Pick<
  StoredServer,
  'kind' | 'command' | 'arguments' | 'environmentNames' | 'url' | 'headerNames'
>

/**
 * Returns a hash of everything that determines which program starts. A confirmation applies only to this definition.
 */
export function definitionOf(server: ServerDefinition): string {
  const { kind, command, arguments: given, environmentNames, url, headerNames } = server
  const parts = kind === 'stdio' ? [kind, command, given, environmentNames] : [kind, url, headerNames]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * Returns the keychain account of a server's secrets. For an address it contains the origin, so that a changed address
 * cannot send them to a stranger.
 */
export function accountOf({ id, kind, url }: Pick<StoredServer, 'id' | 'kind' | 'url'>): string {
  if (kind === 'stdio') return `mcp ${id}`
  return `mcp ${id} ${URL.canParse(url) ? new URL(url).origin : ''}`
}

/** Returns the command as one line for people. */
export function commandLine(command: string, given: readonly string[]): string {
  return [command, ...given].map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : JSON.stringify(part))).join(' ')
}
