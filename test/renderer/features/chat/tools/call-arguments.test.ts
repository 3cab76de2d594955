import { describe, expect, test } from 'vitest'
import {
  argumentLines,
  editProblem,
  prettyArguments,
  shortArguments,
} from '../../../../../src/renderer/features/chat/tools/call-arguments.ts'

describe('the arguments of a call', () => {
  test('arguments in JSON are indented, and others are shown unchanged', () => {
    expect(prettyArguments('{"a":{"b":1}}')).toBe('{\n  "a": {\n    "b": 1\n  }\n}')
    expect(prettyArguments('{"a":')).toBe('{"a":')
  })

  test('arguments that were encoded twice are shown as they will be read', () => {
    expect(prettyArguments(JSON.stringify('{"a":1}'))).toBe('{\n  "a": 1\n}')
    expect(prettyArguments('"plain"')).toBe('"plain"')
  })

  test('arguments that are deep or long are shown unchanged', () => {
    const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`
    expect(prettyArguments(deep)).toBe(deep)
    const long = JSON.stringify({ a: Array.from({ length: 200_000 }, () => 1) })
    expect(prettyArguments(long)).toBe(long)
  })

  test('arguments are labelled lines, in order, with everything but texts as JSON', () => {
    const given = { prompt: 'A red boat\nat "sea"', max_results: 3, seeAlso: ['a', 1], on: false, note: ' ', of: null }
    expect(argumentLines(prettyArguments(JSON.stringify(given)))?.map(({ label, value }) => [label, value])).toEqual([
      ['Prompt', 'A red boat\nat "sea"'],
      ['Max results', '3'],
      ['See also', '[\n  "a",\n  1\n]'],
      ['On', 'false'],
      ['Note', '" "'],
      ['Of', 'null'],
    ])
  })

  test.each([
    ['no object', '[1]'],
    ['none', '{}'],
    ['no JSON', '{"a":'],
    ['names that are no words', '{"a\\nb: no": "x"}'],
    ['a name that cannot be seen', '{"\u200b": "x"}'],
    ['too many', JSON.stringify(Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`a${index}`, index])))],
  ])('stay JSON where they are %s', (_, text) => expect(argumentLines(text)).toBeNull())

  test.each([
    ['{}', ''],
    [' { } ', ''],
    ['{"a": 1,\n  "b": 2}', '"a": 1, "b": 2'],
    ['{"a":', '"a":'],
    ['x', 'x'],
  ])('the arguments %j in one line are %j', (said, short) => expect(shortArguments(said)).toBe(short))

  test.each([
    ['{"a": 1}', null],
    ['{"a": 1', 'notJson'],
    ['', 'notJson'],
    ['[1]', 'notObject'],
    ['null', 'notObject'],
    ['"x"', 'notObject'],
  ])('arguments edited to %j: %s', (edited, problem) => expect(editProblem(edited)).toBe(problem))
})
