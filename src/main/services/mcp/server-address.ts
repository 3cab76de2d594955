import { isLoopbackHost } from '../../../shared/base-url.ts'
import { fail } from '../../../shared/errors.ts'
import type { ServerDefinition } from './server-definition.ts'
import type { SecretInput } from './server-secrets.ts'

/** Returns the address of a server that may receive secrets: https, or http on this computer. Null for any other. */
export function mcpAddress(typed: string): URL | null {
  if (!URL.canParse(typed.trim())) return null
  const url = new URL(typed.trim())
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null
  if (url.protocol === 'https:') return url
  return url.protocol === 'http:' && isLoopbackHost(url.hostname) ? url : null
}

/**
 * Throws an AppFailure for a definition that can never work: `invalid_input`, or `address_invalid` and
 * `address_insecure` for its address.
 */
export function checkDefinition(server: ServerDefinition, secrets: readonly SecretInput[]): void {
  const { kind, command, arguments: given, url } = server
  const names = secrets.map(({ name }) => name)
  if (new Set(names).size < names.length) fail('invalid_input', 'a name is there twice')
  if (kind === 'stdio') {
    if (command === '' || [command, ...given].some((text) => text.includes('\0'))) fail('invalid_input', 'no command')
    if (secrets.some(({ name, value }) => /[=\0]/.test(name) || value?.includes('\0')))
      fail('invalid_input', 'a name or a value that no environment has')
    return
  }
  if (!URL.canParse(url)) fail('address_invalid')
  if (mcpAddress(url) === null) fail('address_insecure', new URL(url).protocol)
  if (secrets.some(({ name, value }) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value ?? '')))
    fail('invalid_input', 'a name or a value that no header has')
}
