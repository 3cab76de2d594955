import { z } from 'zod'
import { endpointChoiceSchema } from './endpoint.ts'
import { type AppError, appError, appErrorSchema } from './errors.ts'
import type { Result } from './ipc/result.ts'

/** Origin of a connection: saved by the person, the built-in demo, or environment variables. */
export const connectionKinds = ['gateway', 'demo', 'environment'] as const

export const keyStatusSchema = z
  .object({
    /**
     * Where the key is stored. `keychain`: in the operating system; `run`: in memory until the app ends; `none`: there
     * is no key.
     */
    kept: z.enum(['keychain', 'run', 'none']),
    /** The only part of a key that is ever shown; null for short keys and when there is none. */
    lastFour: z.string().max(4).nullable(),
  })
  .readonly()
export type KeyStatus = z.infer<typeof keyStatusSchema>

export const connectionSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Normalised: ends with `/v1`, without a trailing slash. */
    baseUrl: z.string(),
    kind: z.enum(connectionKinds),
    key: keyStatusSchema,
    /** The person agreed to send key and messages unencrypted to this address. */
    allowInsecure: z.boolean(),
    createdAt: z.number(),
    /** Endpoint for chats; absent for chat completions. */
    endpoint: endpointChoiceSchema.optional(),
  })
  .readonly()
/** One gateway address with one key. A key is bound to a model group, so a person may have several for one gateway. */
export type Connection = z.infer<typeof connectionSchema>

export const connectionListSchema = z
  .object({
    connections: z.array(connectionSchema).readonly(),
    /** The connection for new conversations; null when there is none. */
    defaultId: z.string().nullable(),
    /** Whether this computer has a keychain; `reason` is technical text for the details view. */
    keychain: z.object({ available: z.boolean(), reason: z.string().nullable() }).readonly(),
  })
  .readonly()
export type ConnectionList = z.infer<typeof connectionListSchema>

export const testReportSchema = z.union([
  z.object({ outcome: z.literal('ok'), models: z.number().int() }),
  z.object({ outcome: z.literal('failed'), error: appErrorSchema }),
])
export type TestReport = z.infer<typeof testReportSchema>

/** Whether a host is loopback. Plain http is safe there, as nothing leaves the computer. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

/**
 * Normalises a typed gateway address. Adds a missing scheme and `/v1`; removes query, fragment, trailing slashes and a
 * pasted endpoint path (`/v1/chat/completions`).
 * Refuses with `address_invalid`, `address_scheme`, `address_credentials`, or `address_insecure` (plain http to another
 * computer without `allowInsecure`).
 */
export function normaliseBaseUrl(typed: string, allowInsecure: boolean): Result<string> {
  const no = (error: AppError): Result<never> => ({ ok: false, error })
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return no(appError('address_invalid'))
  // "localhost:8080" would parse as the scheme "localhost:", so a scheme must be followed by "//"
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : /^(file|data|javascript|ftp|ws|wss|mailto|blob|about):/i.test(text)
      ? text
      : `https://${text}`
  let url: URL
  try {
    url = new URL(withScheme)
  } catch {
    return no(appError('address_invalid'))
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return no(appError('address_scheme', url.protocol))
  if (url.username !== '' || url.password !== '') return no(appError('address_credentials'))
  if (url.hostname === '' || url.hostname.includes('..')) return no(appError('address_invalid'))
  const withoutEndpoint = withoutSlashes(
    withoutSlashes(url.pathname).replace(
      /\/(chat\/completions|completions|responses|models|embeddings|images\/(generations|edits)|audio\/transcriptions|videos\/generations)$/,
      '',
    ),
  )
  const path = /\/v\d[a-z0-9]*$/.test(withoutEndpoint) ? withoutEndpoint : `${withoutEndpoint}/v1`
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname) && !allowInsecure) {
    return no(appError('address_insecure', `http to ${url.hostname}`))
  }
  return { ok: true, value: `${url.origin}${path}` }
}

function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
