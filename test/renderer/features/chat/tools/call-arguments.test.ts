import { describe, expect, test } from 'vitest'
import {
  editProblem,
  prettyArguments,
  shortArguments,
} from '../../../../../src/renderer/features/chat/tools/call-arguments.ts'

describe('arguments', () => {
  test('are indented where they are JSON, and shown as they came where not', () => {
    expect(prettyArguments('{"a":{"b":1}}')).toBe('{\n  "a": {\n    "b": 1\n  }\n}')
    expect(prettyArguments('{"a":')).toBe('{"a":')
  })

  test('that were encoded twice are shown as they will be read', () => {
    expect(prettyArguments(JSON.stringify('{"a":1}'))).toBe('{\n  "a": 1\n}')
    expect(prettyArguments('"plain"')).toBe('"plain"')
  })

  test('of many levels or great length are shown as they came', () => {
    const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`
    expect(prettyArguments(deep)).toBe(deep)
    const long = JSON.stringify({ a: Array.from({ length: 200_000 }, () => 1) })
    expect(prettyArguments(long)).toBe(long)
  })

  test.each([
    ['{}', ''],
    [' { } ', ''],
    ['{"a": 1,\n  "b": 2}', '"a": 1, "b": 2'],
    ['{"a":', '"a":'],
    ['x', 'x'],
  ])('%j in one line are %j', (said, short) => expect(shortArguments(said)).toBe(short))

  test.each([
    ['{"a": 1}', null],
    ['{"a": 1', 'notJson'],
    ['', 'notJson'],
    ['[1]', 'notObject'],
    ['null', 'notObject'],
    ['"x"', 'notObject'],
  ])('that were edited to %j: %s', (edited, problem) => expect(editProblem(edited)).toBe(problem))
})
