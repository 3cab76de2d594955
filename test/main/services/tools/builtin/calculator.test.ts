import { describe, expect, test } from 'vitest'
import { calculator } from '../../../../../src/main/services/tools/builtin/calculator.ts'

const context = {
  signal: new AbortController().signal,
  callId: 'c',
  messageId: 'm',
  conversationId: 'v',
  connectionId: 'n',
  progress: () => undefined,
}
const value = async (expression: string) => {
  const { isError, text } = await calculator().run({ expression }, context)
  return isError ? null : text
}

describe('the calculator', () => {
  test.each([
    ['1 + 2 * 3', '7'],
    ['0.1 + 0.2', '0.3'],
    ['(2 ^ 10 - 24) / 8', '125'],
    ['sqrt(2) * sqrt(2)', '2'],
    ['round(19.99 * 7.24)', '145'],
    ['9007199254740991', '9007199254740991'],
    ['max(3, 4, -5)', '4'],
    ['17 % 5', '2'],
  ])('%s is %s', async (expression, result) => {
    expect(await value(expression)).toBe(result)
  })

  test('the calculator knows every name in its description', async () => {
    const told = calculator().description
    const names = ['pi', 'E', 'sqrt', 'log10', 'sin', 'round', 'min', 'max']
    expect(names.filter((name) => !told.includes(name))).toEqual([])
    const uses = ['pi', 'PI', 'E', 'sqrt(9)', 'log10(1000)', 'sin(0)', 'round(2.5)', 'min(1, 2)', 'max(1, 2)']
    expect(await Promise.all(uses.map(value))).toEqual([
      '3.14159265358979',
      '3.14159265358979',
      '2.71828182845905',
      ...['3', '3', '0', '3', '1', '2'],
    ])
    expect(await value('2 * pi * 3')).toBe('18.8495559215388')
  })

  test.each([
    ['nothing', ''],
    ['half an expression', '1 +'],
    ['no number', '1 / 0'],
    ['a name that it does not know', 'process'],
    ['a member of a value', '(1).constructor'],
    ['a prototype', '__proto__'],
    ['a text', '"a"'],
    ['a list', '[1, 2]'],
    ['an assignment', 'x = 3; x'],
    ['a function of its own', 'f(x) = f(x); f(1)'],
    ['a factorial without end', '100000!'],
    ['parentheses without end', '('.repeat(900)],
    ['powers of powers', '9^9^9^9^9'],
  ])('refuses %s', async (_, expression) => {
    expect(await value(expression)).toBeNull()
  })
})
