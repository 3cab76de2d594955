import { type Fields, isFields, wordOf } from './liberal-fields.ts'

const known = new WeakMap<Fields, Fields>()

/**
 * Returns a tool's schema in a form that gateways accept. They refuse a request for a schema without `properties` at
 * its top, an array without `items`, alternatives at the top, or required members without a description.
 * Such schemas are completed, or rewritten to accept at least as much. Nested objects stay without `properties`: Gemini
 * refuses empty ones there (containers/kubernetes-mcp-server#340). Arguments are still checked against the server's own
 * schema.
 */
export function sentSchema(parameters: Fields): Fields {
  const before = known.get(parameters)
  if (before !== undefined) return before
  const sent = objectSchema(flat(parameters))
  known.set(parameters, sent)
  return sent
}

/** Nesting beyond which a schema accepts anything. Server schemas have at most 64,000 characters. */
const depthMax = 64
const types: ReadonlySet<unknown> = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
/** Keywords that do not affect arguments, and that some gateways refuse. */
const unsent: ReadonlySet<string> = new Set(['$schema', '$comment'])
const schemaKeywords: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const listKeywords: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const mapKeywords: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
])
/** Keywords that OpenAI refuses at the top of a tool's schema (OpenAI, Function calling). */
const nestedOnly = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'enum', 'const', '$ref'] as const

/** Flattens the top of a schema into one object that includes the members of its alternatives. */
function flat(schema: Fields): Fields {
  const target = referred(schema, schema)
  const all = listOf(schema.allOf).map((one) => referred(one, schema))
  const alternatives = [listOf(schema.anyOf), listOf(schema.oneOf)].map((list) =>
    list.map((one) => referred(one, schema)),
  )
  const parts = [...(target === schema ? [] : [target]), ...all]
  const properties: Fields = Object.assign({}, ...[...alternatives.flat(), ...parts, schema].map(propertiesOf))
  // a member that every alternative requires is required
  const shared = alternatives.flatMap(([first, ...others]) =>
    requiredOf(first).filter((name) => others.every((other) => requiredOf(other).includes(name))),
  )
  const required = [...new Set([...requiredOf(schema), ...parts.flatMap(requiredOf), ...shared])]
  const rest = Object.entries(schema).filter(([keyword]) => !nestedOnly.some((name) => name === keyword))
  return { ...Object.fromEntries(rest), type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

/** Returns the schema that a reference within the same document names, followed once; else the schema itself. */
function referred(schema: Fields, root: Fields): Fields {
  const reference = wordOf(schema.$ref) ?? ''
  const [, keyword = '', name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? []
  const definitions = root[keyword]
  const target = isFields(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : null
  return isFields(target) ? target : schema
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

function propertiesOf({ properties }: Fields): Fields {
  return isFields(properties) ? properties : {}
}

function requiredOf(schema: Fields | undefined): readonly string[] {
  const required = schema?.required
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

function objectSchema(schema: Fields): Fields {
  const sent = completed(schema, 0)
  return isFields(sent) ? sent : { type: 'object', properties: {} }
}

function completed(value: unknown, depth: number): unknown {
  if (!isFields(value)) return typeof value === 'boolean' ? (value ? {} : { not: {} }) : {}
  if (depth > depthMax) return {}
  const members = Object.entries(value).flatMap(([keyword, member]): readonly (readonly [string, unknown])[] => {
    const sent = keywordValue(keyword, member, depth + 1)
    return sent === undefined ? [] : [[keyword, sent]]
  })
  const schema = fieldsOf(members)
  const added = {
    ...requiredMembers(schema),
    ...(isOf(schema, 'array') && schema.items === undefined ? { items: {} } : {}),
  }
  return { ...schema, ...added }
}

/** Returns the value of a keyword as it is sent; undefined if it is left out. */
function keywordValue(keyword: string, value: unknown, depth: number): unknown {
  if (unsent.has(keyword)) return undefined
  if (keyword === 'items' && Array.isArray(value)) {
    const items = value.map((member) => completed(member, depth))
    return items.length === 1 ? items[0] : { anyOf: items }
  }
  if (schemaKeywords.has(keyword))
    return typeof value === 'boolean' && keyword !== 'items' ? value : completed(value, depth)
  if (listKeywords.has(keyword))
    return Array.isArray(value) && value.length > 0 ? value.map((member) => completed(member, depth)) : undefined
  if (mapKeywords.has(keyword))
    return isFields(value)
      ? fieldsOf(Object.entries(value).map(([name, member]) => [name, completed(member, depth)]))
      : undefined
  switch (keyword) {
    case 'type':
      return types.has(value) || (Array.isArray(value) && value.every((one) => types.has(one))) ? value : undefined
    case 'enum':
      return Array.isArray(value) && value.length > 0 ? value : undefined
    default:
      return value
  }
}

/** Returns the list of required members, limited to described ones. */
function requiredMembers({ properties, ...schema }: Fields): Fields {
  if (schema.required === undefined) return {}
  const required = isFields(properties) ? requiredOf(schema).filter((name) => Object.hasOwn(properties, name)) : []
  return { required: required.length > 0 ? required : undefined }
}

function isOf({ type }: Fields, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name))
}

/** Returns an object of these members, including one named `__proto__`. */
function fieldsOf(members: readonly (readonly [string, unknown])[]): Fields {
  return Object.fromEntries(members)
}
