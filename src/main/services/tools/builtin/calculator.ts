import { Parser } from 'expr-eval-fork'
import { z } from 'zod'
import type { Tool } from '../tool.ts'

/** Longest expression, in UTF-16 units. */
const expressionMax = 1000
/** Functions that are not arithmetic: they accept texts, lists or other functions. */
const noArithmetic = ['length', 'map', 'fold', 'filter', 'indexOf', 'join', 'random', 'if'] as const
/** A double has some 15 decimal digits; the rest is noise. */
const digits = 15

const inputSchema = z.object({ expression: z.string() })

/** Evaluates arithmetic, because models are bad at it. */
export function calculator(): Tool {
  const parser = arithmeticParser()
  return {
    id: 'builtin:calculator',
    server: null,
    name: 'calculator',
    title: 'Calculator',
    description:
      'Evaluates an arithmetic expression with + - * / % ^, parentheses, pi, E and functions such as sqrt, log10, sin, round, min, max. Angles are in radians.',
    parameters: {
      type: 'object',
      properties: { expression: { type: 'string', minLength: 1, maxLength: expressionMax } },
      required: ['expression'],
      additionalProperties: false,
    },
    hints: { readOnly: true, destructive: false, openWorld: false, costs: false },
    defaultRule: 'always',
    async run(input) {
      const { expression } = inputSchema.parse(input)
      const value = evaluated(parser, expression.slice(0, expressionMax))
      return value === null
        ? { text: 'This is not an arithmetic expression with a finite result.', isError: true, isUntrusted: false }
        : { text: String(value), isError: false, isUntrusted: false }
    },
  }
}

function arithmeticParser(): Parser {
  const parser = new Parser({
    allowMemberAccess: false,
    operators: { assignment: false, fndef: false, in: false, concatenate: false, random: false, length: false },
  })
  for (const name of noArithmetic) delete parser.functions[name]
  // the library knows only PI
  parser.consts.pi = Math.PI
  return parser
}

/** Returns the value of an expression; null for an invalid one, and for results that are not finite numbers. */
function evaluated(parser: Parser, expression: string): number | null {
  try {
    const value: unknown = parser.parse(expression).evaluate({})
    if (typeof value !== 'number' || !Number.isFinite(value)) return null
    return Number.isSafeInteger(value) ? value : Number(value.toPrecision(digits))
  } catch {
    return null
  }
}
