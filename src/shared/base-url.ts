import { addressIn } from './address-text.ts'

/** Why a text is not a gateway's address: one of the codes of `errors.ts`. */
export type AddressProblem = 'address_invalid' | 'address_scheme' | 'address_credentials'

export type BaseUrl =
  | {
      readonly ok: true
      /** The address without an endpoint and trailing slashes; nothing is added. Its host is ASCII. */
      readonly value: string
      /** Candidate base URLs of the gateway, all on the same host, in the order to try them. */
      readonly places: readonly [string, ...string[]]
      /**
       * The candidate to use without a request: with `/v1`, unless an endpoint or version shows where the gateway is.
       */
      readonly likeliest: string
      /** True if key and messages would leave this computer unencrypted. */
      readonly isUnencrypted: boolean
    }
  | { readonly ok: false; readonly problem: AddressProblem; readonly detail: string }

/** Returns true if a host is loopback. Plain http is safe there, as nothing leaves the computer. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

/**
 * Reads a typed or pasted gateway address. Adds a missing scheme. Removes surrounding text, query, fragment, trailing
 * slashes and a pasted endpoint (`/chat/completions`), which shows where the gateway is.
 */
export function readBaseUrl(typed: string): BaseUrl {
  const no = (problem: AddressProblem, detail = ''): BaseUrl => ({ ok: false, problem, detail })
  const text = addressIn(typed)
  if (text === null) return no('address_invalid')
  // "localhost:8080" would parse as the scheme "localhost:", so a scheme must be followed by "//"
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : /^(file|data|javascript|ftp|ws|wss|mailto|blob|about):/i.test(text)
      ? text
      : `https://${text}`
  // a key in the wrong field must not be looked up as a host name
  if (withScheme !== text && /^(sk|pk|ak|fk|gk|key)[-_][^./:]*$/i.test(text)) return no('address_invalid')
  let url: URL
  try {
    url = new URL(withScheme)
  } catch {
    return no('address_invalid')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return no('address_scheme', url.protocol)
  if (url.username !== '' || url.password !== '') return no('address_credentials')
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  if (!/^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/.test(url.hostname)) return no('address_invalid')
  // a scheme in place of the host, left over from several
  if (/^https?$/.test(url.hostname)) return no('address_invalid')
  const { path, hadEndpoint } = withoutEndpoint(url)
  const value = `${url.origin}${path}`
  const isComplete = hadEndpoint || versionIn.test(path)
  return {
    ok: true,
    value,
    places: placesOf(url, path, hadEndpoint),
    likeliest: isComplete ? value : `${value}/v1`,
    isUnencrypted: url.protocol === 'http:' && !isLoopbackHost(url.hostname),
  }
}

/** Endpoints of OpenAI's API, then those of Anthropic, MiniMax and rerankers; the longer of two first. */
const endpoints = [
  ...['chat/completions', 'chat/completion', 'completions', 'responses', 'models', 'embeddings', 'moderations'],
  ...['images/generations', 'images/edits', 'images/variations', 'audio/transcriptions', 'audio/translations'],
  ...['audio/speech', 'videos/generations', 'video/generations', 'videos', 'messages/count_tokens', 'messages'],
  ...['text/chatcompletion_v2', 'text/chatcompletion_pro', 'rerank'],
].map((name) => `/${name}`)

/** Ollama's own endpoints: the gateway is on their host, but under another path. */
const ollamaEndpoint = /\/api\/(?:chat|generate|tags|embed)$/

/** Gemini's own endpoint, which contains a model. */
const geminiEndpoint = /\/models\/[^/:]*:[a-z]*generatecontent$/

const versionAtEnd = /\/v\d[a-z0-9]*$/
const versionIn = /\/v\d[a-z0-9]*(?:\/|$)/

/**
 * Returns the path before an endpoint. Lowers the case of versions, as gateways write them, and removes a repeated one.
 */
function withoutEndpoint(url: URL): { readonly path: string; readonly hadEndpoint: boolean } {
  let path = plainEnd(url.pathname)
  let hadEndpoint = false
  for (;;) {
    // Azure's models are served under this path, which is an endpoint everywhere else
    const isAzureModels = /\.azure\.com$/.test(url.hostname) && /^\/+models$/i.test(path)
    const end = isAzureModels ? '' : endpointOf(path.toLowerCase())
    if (end === '') break
    hadEndpoint ||= !ollamaEndpoint.test(end)
    path = plainEnd(path.slice(0, -end.length))
  }
  const parts = path.split('/').map((part) => (/^v\d[a-z0-9]*$/i.test(part) ? part.toLowerCase() : part))
  while (parts.length > 1 && parts.at(-1) === parts.at(-2) && versionAtEnd.test(`/${parts.at(-1)}`)) parts.pop()
  return { path: parts.join('/'), hadEndpoint }
}

/** Returns the endpoint at the end of a path in lower case; empty if there is none. */
function endpointOf(path: string): string {
  return (
    geminiEndpoint.exec(path)?.[0] ??
    ollamaEndpoint.exec(path)?.[0] ??
    endpoints.find((end) => path.endsWith(end)) ??
    ''
  )
}

/** Removes slashes and punctuation from the end of a path. */
function plainEnd(path: string): string {
  let end = path.length
  while (end > 0 && /[/'(),;.!*]/.test(path[end - 1] ?? '')) end -= 1
  return path.slice(0, end)
}

function placesOf(url: URL, path: string, hadEndpoint: boolean): readonly [string, ...string[]] {
  const { origin, hostname } = url
  const value = `${origin}${path}`
  // a deployment's address has no model list; the resource's newer address covers all of its deployments
  if (/\/openai\/deployments(?:\/|$)/i.test(path)) return [value, `${origin}/openai/v1`]
  if (hostname === 'generativelanguage.googleapis.com' && /\/v1beta$/.test(path)) return [`${value}/openai`, value]
  if (path === '') return hadEndpoint ? [value, `${value}/v1`] : [`${value}/v1`, value]
  if (path.endsWith('/v1')) return [value, value.slice(0, -'/v1'.length)]
  return versionAtEnd.test(path) ? [value] : [value, `${value}/v1`]
}
