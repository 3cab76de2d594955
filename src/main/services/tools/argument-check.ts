import { type Schema, Validator } from '@cfworker/json-schema'
import { isDeepJson } from '../../gateway/liberal-json.ts'
import type { Fields } from './tool.ts'

/** Arguments that fit, or the problem with them for the model. */
export type ReadArguments =
  /** `isChecked`: false if the schema is invalid, or a limit ended the check. */
  | { readonly ok: true; readonly input: Fields; readonly isChecked: boolean }
  | { readonly ok: false; readonly problem: string }

/** Deeper than any schema of a server may be (`listed-tools.ts`). */
const depthMax = 50
/** Maximum number of problems that are reported to a model. */
const problemsMax = 5

/**
 * Reads the arguments of a call and checks them against the tool's schema. Arguments that a gateway encoded twice, or
 * wrapped in another `arguments`, are unwrapped if the result fits. The check needs time and memory for each part of
 * the schema in each value. Outside a thread that can be ended, only small arguments may be checked.
 */
export function readArguments(text: string, schema: Fields): ReadArguments {
  const inputs = inputsOf(text)
  if (typeof inputs === 'string') return { ok: false, problem: inputs }
  const checked = checkedSchema(schema, 0)
  const verdicts = inputs.map((input) => ({ input, problems: problemsOf(checked, input) }))
  const fitting = verdicts.find(({ problems }) => problems === null || problems.length === 0)
  if (fitting !== undefined) return { ok: true, input: fitting.input, isChecked: fitting.problems !== null }
  return { ok: false, problem: `The arguments do not fit the schema. ${(verdicts[0]?.problems ?? []).join(' ')}` }
}

/** Reads the arguments of a call without checking the schema. */
export function uncheckedArguments(text: string): ReadArguments {
  const inputs = inputsOf(text)
  return typeof inputs === 'string' ? { ok: false, problem: inputs } : { ok: true, input: inputs[0], isChecked: false }
}

/** Returns the objects that a text can mean, most likely first, or the reason why it means none. */
function inputsOf(text: string): readonly [Fields, ...Fields[]] | string {
  const value = parsedOf(text)
  if (value === undefined) return 'The arguments are not valid JSON.'
  const candidates = [value, typeof value === 'string' ? parsedOf(value) : undefined, innerArguments(value)]
  const [first, ...others] = candidates.filter(isFields)
  if (first === undefined) return 'The arguments must be a JSON object.'
  return isDeepJson(text) ? 'The arguments are nested too deep.' : [first, ...others]
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
 * Returns the checkable part of a schema. A schema comes from a server, so that only keywords of bounded cost are
 * checked: no expressions, no references, no comparison of items with each other. The server checks its arguments
 * itself.
 */
function checkedSchema(value: unknown, depth: number): Schema {
  if (!isFields(value)) return value === false ? { not: {} } : {}
  if (depth > depthMax || '$ref' in value || '$dynamicRef' in value) return {}
  const schema: Schema = {}
  for (const keyword of plainKeywords) if (value[keyword] !== undefined) schema[keyword] = value[keyword]
  for (const keyword of schemaKeywords) {
    // this must not refuse what the omitted expressions allow
    if (keyword === 'additionalProperties' && 'patternProperties' in value) continue
    const member = value[keyword]
    if (isFields(member) || typeof member === 'boolean') schema[keyword] = checkedSchema(member, depth + 1)
  }
  for (const keyword of listKeywords) {
    const list = value[keyword]
    if (Array.isArray(list) && list.length > 0) schema[keyword] = list.map((member) => checkedSchema(member, depth + 1))
  }
  if (isFields(value.properties)) {
    const properties = Object.entries(value.properties)
    schema.properties = Object.fromEntries(properties.map(([name, member]) => [name, checkedSchema(member, depth + 1)]))
  }
  return schema
}

/** Returns a sentence for each problem; null if the schema is invalid. */
function problemsOf(schema: Schema, input: Fields): readonly string[] | null {
  try {
    const { valid, errors } = new Validator(schema, '2020-12', false).validate(input)
    if (valid) return []
    return errors.slice(-problemsMax).map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
  } catch {
    return null
  }
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the arguments inside `{"arguments": …}`, as text or as an object. */
function innerArguments(value: unknown): unknown {
  if (!isFields(value) || Object.keys(value).length !== 1) return undefined
  return typeof value.arguments === 'string' ? parsedOf(value.arguments) : value.arguments
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
