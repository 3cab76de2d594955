import { GatewayError } from '../http/gateway-error.ts'
import { type FaultName, faultCatalog, isFaultName, sharedParams } from './fault-catalog.ts'

export interface Fault {
  readonly name: FaultName
  readonly params: ReadonlyMap<string, string>
}

/** The faults in force for one request. */
export interface FaultSet {
  readonly list: readonly Fault[]
  has(name: FaultName): boolean
  /** Returns a parameter as text; undefined if the fault or the parameter is absent. */
  textParam(name: FaultName, param: string): string | undefined
  /** Returns a parameter as a non-negative number; undefined if the fault or the parameter is absent. */
  number(name: FaultName, param: string): number | undefined
  /** Returns the faults in the syntax of the header, '' for none. */
  toString(): string
}

/**
 * Parses a list of faults: `name;param=value;param=value, name2`. Headers and model names allow different characters,
 * so `name(param=value,param=value)` means the same. A parameter without a value is `true`; values may be percent-
 * encoded. Throws a 400 with code `unknown_fault` for an unknown fault, so that a typo never passes.
 */
export function parseFaults(list: string): readonly Fault[] {
  return splitOutsideParentheses(list)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseFault)
}

/** Creates the fault set that endpoints query. The first of two faults with the same name wins. */
export function faultSet(faults: readonly Fault[]): FaultSet {
  const find = (name: FaultName) => faults.find((fault) => fault.name === name)
  return {
    list: faults,
    has: (name) => find(name) !== undefined,
    textParam: (name, param) => find(name)?.params.get(param),
    number(name, param) {
      const value = find(name)?.params.get(param)
      return value === undefined ? undefined : parseNumber(name, param, value)
    },
    toString: () => faults.map(formatFault).join(', '),
  }
}

function splitOutsideParentheses(list: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const character of list) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

function parseFault(entry: string): Fault {
  const parenthesised = /^([^();]+)\((.*)\)$/s.exec(entry)
  const [name = '', ...assignments]: string[] = parenthesised
    ? [parenthesised[1] ?? '', ...(parenthesised[2] ?? '').split(/[,;]/)]
    : entry.split(';')
  const trimmed = name.trim()
  if (!isFaultName(trimmed)) {
    throw new GatewayError(400, 'unknown_fault', `There is no fault "${trimmed}". Known: ${knownNames()}.`)
  }
  const params = new Map<string, string>()
  for (const assignment of assignments) {
    if (assignment.trim() === '') continue
    const equals = assignment.indexOf('=')
    const param = (equals < 0 ? assignment : assignment.slice(0, equals)).trim()
    if (!Object.hasOwn(faultCatalog[trimmed].params ?? {}, param) && !Object.hasOwn(sharedParams, param)) {
      throw new GatewayError(400, 'unknown_fault', `The fault "${trimmed}" has no parameter "${param}".`)
    }
    params.set(param, equals < 0 ? 'true' : decode(assignment.slice(equals + 1).trim()))
  }
  return { name: trimmed, params }
}

function knownNames(): string {
  return Object.keys(faultCatalog).join(', ')
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function parseNumber(name: string, param: string, value: string): number {
  const number = Number(value)
  if (value !== '' && number >= 0) return number
  throw new GatewayError(400, 'unknown_fault', `"${param}" of the fault "${name}" is not a number: "${value}".`)
}

function formatFault(fault: Fault): string {
  const params = [...fault.params].map(([name, value]) => `;${name}=${encodeURIComponent(value)}`)
  return fault.name + params.join('')
}
