/** The fields of a connection in another program's configuration, unchanged. */
export interface ConfigFields {
  readonly name: string
  readonly address: string
  readonly key: string
}

const addressNames = [
  ...['baseUrl', 'baseURL', 'base_url', 'apiHost', 'api_host', 'apiBase', 'api_base', 'endpoint', 'server', 'domain'],
  ...['url', 'address', 'host', 'OPENAI_BASE_URL', 'OPENAI_API_BASE', 'ANTHROPIC_BASE_URL'],
]
const keyNames = [
  ...['apiKey', 'api_key', 'apikey', 'key', 'token', 'OPENAI_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY'],
]
const nameNames = ['name', 'title', 'displayName']

/** Paths of the fields within the configurations of various programs; the object itself comes first. */
const places: readonly (readonly string[])[] = [
  [],
  ['settings'],
  ['keyVaults', 'openai'],
  ['config'],
  ['provider'],
  ['provider', 'settings'],
  ['env'],
]

/** Returns the connection of a configuration; null if it has no address. */
export function configFields(value: unknown): ConfigFields | null {
  const root = Array.isArray(value) && value.length === 1 ? value[0] : value
  for (const place of places) {
    const object = place.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), root)
    const address = isObject(object) ? textIn(object, addressNames) : ''
    if (!isObject(object) || address === '') continue
    return {
      address,
      key: textIn(object, keyNames),
      name: textIn(object, nameNames) || (isObject(root) ? textIn(root, nameNames) : ''),
    }
  }
  return null
}

/** Returns the connection of a configuration in JSON; null for any other text. */
export function fieldsOfJson(text: string): ConfigFields | null {
  try {
    return configFields(JSON.parse(text))
  } catch {
    return null
  }
}

function textIn(object: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(object, name) ? object[name] : undefined
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return ''
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
