import { describe, expect, test } from 'vitest'
import { promptTextMax } from '../../src/shared/prompt-limits.ts'
import { askedVariables, fillPrompt, promptOutline, readPrompt, variableKey } from '../../src/shared/prompt-text.ts'
import { textSteps } from '../fakes/text-steps.ts'

const broken = (text: string) =>
  readPrompt(text).pieces.flatMap((piece) => (piece.kind === 'broken' ? piece.reason : []))
const names = (text: string) => readPrompt(text).variables.map(({ kind, name }) => `${name} ${kind}`)

describe('the variables of a prompt', () => {
  test('variables are texts, choices, the date, the clipboard and the selection, in both languages', () => {
    expect(names('{{topic}} {{ tone : formal | friendly }} {{date}} {{Clipboard}} {{selection}}')).toEqual([
      ...['topic text', 'tone choice', 'date date', 'Clipboard clipboard', 'selection selection'],
    ])
    expect(names('{{主题}}{{语气：正式｜友好}}{{日期}}{{剪贴板}}{{选中内容}}')).toEqual([
      ...['主题 text', '语气 choice', '日期 date', '剪贴板 clipboard', '选中内容 selection'],
    ])
    expect(readPrompt('{{a: x | y | x | }}').variables[0]?.choices).toEqual(['x', 'y'])
  })

  test('variables of one name are one, with the choices of whichever has them', () => {
    expect(readPrompt('{{Tone}} {{tone: a|b}} {{TONE}}').variables).toEqual([
      { name: 'Tone', kind: 'choice', choices: ['a', 'b'] },
    ])
  })

  test('every variable except the date is asked for', () => {
    expect(askedVariables(readPrompt('{{date}} {{a}} {{clipboard}}')).map(({ name }) => name)).toEqual([
      'a',
      'clipboard',
    ])
  })
})

describe('a text in braces that is not a variable', () => {
  test('an invalid variable stays in the text and is reported with its reason', () => {
    expect(broken('{{}}')).toEqual(['name'])
    expect(broken('{{#if a}} {{user.name}} {{a\nb: c|d}}')).toEqual(['name', 'name', 'name'])
    expect(broken(`{{${'a'.repeat(41)}}}`)).toEqual(['name'])
    expect(broken('{{a: one}} {{a:}}')).toEqual(['choices', 'choices'])
    expect(broken('a {{b')).toEqual(['open'])
    expect(broken('{{a {{b}}')).toEqual(['open'])
    expect(names('{{a {{b}}')).toEqual(['b text'])
    expect(broken('} }} { {a}')).toEqual([])
  })

  test('nested braces are read from the inside', () => {
    expect(fillPrompt(readPrompt('{{{a}}}'), new Map([['a', '1']]))).toBe('{1}')
  })

  test('variables beyond thirty are plain text', () => {
    const text = Array.from({ length: 32 }, (_, at) => `{{v${at}}}`).join('')
    expect(readPrompt(text).variables).toHaveLength(30)
    expect(broken(text)).toEqual(['many', 'many'])
  })
})

describe('filling the variables of a prompt', () => {
  test('filling replaces variables at any position, and leaves unknown ones', () => {
    const template = readPrompt('{{A}} and {{a}}, not {{b}} nor {{}}.')
    expect(fillPrompt(template, new Map([['a', '{{b}} $&']]))).toBe('{{b}} $& and {{b}} $&, not {{b}} nor {{}}.')
  })

  test('a list shows only the names of variables', () => {
    expect(promptOutline('Into {{ language : A|B }}: {{text}} {{}}')).toBe('Into [language]: [text] {{}}')
  })

  test('filling keeps every character of any text', () => {
    for (const text of ['', 'plain', '{{', '}}', '{{a {{b}} }} {{{{c}}}} {{d', '茶{{主题}}\n\n{{ x }}{{x:}}', '{{{{{{'])
      expect(
        readPrompt(text)
          .pieces.map((piece) => piece.text)
          .join(''),
      ).toBe(text)
  })

  test.each(['{{', '{{a', '{{a}}', '}}', '{{a:|', '{', '{{}}', '{{a: b|c}}'])(
    'repeated %s takes linear steps',
    (part) => {
      const cost = (length: number): number => textSteps(() => void readPrompt(part.repeat(length).slice(0, length)))
      // four times the length costs about four times, not sixteen times as much
      expect(cost(promptTextMax)).toBeLessThan(cost(promptTextMax / 4) * 6 + 1000)
    },
  )
})

test('a name is the same in any Unicode form of its accents', () => {
  const template = readPrompt('{{Caf\u00e9}} {{cafe\u0301}} {{CAFE\u0301: a | b}}')
  expect(template.variables).toEqual([expect.objectContaining({ name: 'Caf\u00e9', choices: ['a', 'b'] })])
  expect(fillPrompt(template, new Map([[variableKey('cafe\u0301'), 'x']]))).toBe('x x x')
})
