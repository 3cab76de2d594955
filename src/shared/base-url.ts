/** Why an address is no gateway's: one of the codes of `errors.ts`. */
export type AddressProblem = 'address_invalid' | 'address_scheme' | 'address_credentials'

export type BaseUrl =
  | {
      readonly ok: true
      /** Ends with `/v1` or another version, without a trailing slash. Its host is ASCII. */
      readonly value: string
      /** Whether key and messages would leave this computer unencrypted. */
      readonly isUnencrypted: boolean
    }
  | { readonly ok: false; readonly problem: AddressProblem; readonly detail: string }

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
 * Reads a typed gateway address. Adds a missing scheme and `/v1`; removes query, fragment, trailing slashes and a
 * pasted endpoint path (`/v1/chat/completions`).
 */
export function readBaseUrl(typed: string): BaseUrl {
  const no = (problem: AddressProblem, detail = ''): BaseUrl => ({ ok: false, problem, detail })
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return no('address_invalid')
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
    return no('address_invalid')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return no('address_scheme', url.protocol)
  if (url.username !== '' || url.password !== '') return no('address_credentials')
  if (url.hostname === '' || url.hostname.includes('..')) return no('address_invalid')
  const withoutEndpoint = withoutSlashes(
    withoutSlashes(url.pathname).replace(
      /\/(chat\/completions|completions|responses|models|embeddings|images\/(generations|edits)|audio\/transcriptions|videos\/generations)$/,
      '',
    ),
  )
  const path = /\/v\d[a-z0-9]*$/.test(withoutEndpoint) ? withoutEndpoint : `${withoutEndpoint}/v1`
  return {
    ok: true,
    value: `${url.origin}${path}`,
    isUnencrypted: url.protocol === 'http:' && !isLoopbackHost(url.hostname),
  }
}

function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
