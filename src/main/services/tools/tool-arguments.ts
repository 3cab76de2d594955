import { type Schema, Validator } from '@cfworker/json-schema'
import { isDeepJson } from '../../gateway/liberal-json.ts'
import type { Fields } from './tool.ts'

/** Arguments that fit, or what the model is told is wrong with them. */
export type ReadArguments =
  | { readonly ok: true; readonly input: Fields }
  | { readonly ok: false; readonly problem: string }

/** Deeper parts of a schema, and parts beyond so many members, are not checked. */
const depthMax = 24
const membersMax = 5000
/** Checking costs at most members of the schema times length of the arguments; beyond this product it is left out. */
const costMax = 100_000_000
/** How many problems a model is told of. */
const problemsMax = 5

/**
 * Reads the arguments of a call and checks them against the tool's schema. Arguments that a gateway encoded twice, or
 * wrapped in another `arguments`, are unwrapped where the result fits.
 */
export function readArguments(text: string, schema: Fields): ReadArguments {
  const value = parsedOf(text)
  if (value === undefined) return { ok: false, problem: 'The arguments are not valid JSON.' }
  const candidates = [value, typeof value === 'string' ? parsedOf(value) : undefined, innerArguments(value)]
  const inputs = candidates.filter(isFields)
  const [first] = inputs
  if (first === undefined) return { ok: false, problem: 'The arguments must be a JSON object.' }
  if (isDeepJson(text)) return { ok: false, problem: 'The arguments are nested too deep.' }
  const checked = checkedSchema(schema)
  const fitting = inputs.find((input) => problemsOf(checked, input, text.length).length === 0)
  if (fitting !== undefined) return { ok: true, input: fitting }
  const problems = problemsOf(checked, first, text.length)
  return { ok: false, problem: `The arguments do not fit the schema. ${problems.join(' ')}` }
}

/** A schema without what is not checked, and its size. */
interface CheckedSchema {
  readonly schema: Schema
  readonly members: number
}

const plainKeywords = [
  'type',
  'enum',
  'const',
  'required',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const
const schemaKeywords = ['items', 'additionalProperties'] as const
const listKeywords = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const

/**
 * A schema comes from a server, so that only keywords of bounded cost are checked: no expressions, no references, no
 * comparison of items with each other. The server checks its arguments itself.
 */
function checkedSchema(source: unknown): CheckedSchema {
  let members = 0
  const reduced = (value: unknown, depth: number): Schema => {
    members += 1
    if (!isFields(value)) return value === false ? { not: {} } : {}
    if (depth > depthMax || members > membersMax || '$ref' in value || '$dynamicRef' in value) return {}
    const schema: Schema = {}
    for (const keyword of plainKeywords) {
      const member = value[keyword]
      if (member === undefined) continue
      members += Array.isArray(member) ? member.length : 1
      schema[keyword] = member
    }
    for (const keyword of schemaKeywords) {
      // what the left out expressions allow, this must not refuse
      if (keyword === 'additionalProperties' && 'patternProperties' in value) continue
      const member = value[keyword]
      if (isFields(member) || typeof member === 'boolean') schema[keyword] = reduced(member, depth + 1)
    }
    for (const keyword of listKeywords) {
      const list = value[keyword]
      if (Array.isArray(list) && list.length > 0) schema[keyword] = list.map((member) => reduced(member, depth + 1))
    }
    if (isFields(value.properties)) {
      const properties = Object.entries(value.properties)
      schema.properties = Object.fromEntries(properties.map(([name, member]) => [name, reduced(member, depth + 1)]))
    }
    return schema
  }
  return { schema: reduced(source, 0), members }
}

/** A sentence for each thing that does not fit; none where the schema itself is nonsense. */
function problemsOf({ schema, members }: CheckedSchema, input: Fields, length: number): readonly string[] {
  if (members * length > costMax) return []
  try {
    const { valid, errors } = new Validator(schema, '2020-12', false).validate(input)
    if (valid) return []
    return errors.slice(-problemsMax).map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
  } catch {
    return []
  }
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The arguments inside of `{"arguments": …}`, as text or as an object. */
function innerArguments(value: unknown): unknown {
  if (!isFields(value) || Object.keys(value).length !== 1) return undefined
  return typeof value.arguments === 'string' ? parsedOf(value.arguments) : value.arguments
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
