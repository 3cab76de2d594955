import { expect, test } from 'vitest'
import { failureSummary } from '../../scripts/failure-summary.mjs'

const unit = (tests: readonly object[], changes: object = {}) => ({
  testResults: [{ name: 'one.test.ts', status: 'failed', message: '', assertionResults: tests, ...changes }],
})
const failed = (name: string, text: string) => ({ fullName: name, status: 'failed', failureMessages: [text] })

test('a run without failures or reports has no summary', () => {
  const passed = { fullName: 'it works', status: 'passed', failureMessages: [] }
  const spec = { title: 'it works', file: 'a.spec.ts', line: 1, tests: [{ status: 'expected', results: [{}] }] }
  expect(failureSummary(unit([passed], { status: 'passed' }), { suites: [{ specs: [spec] }] })).toEqual([])
  expect(failureSummary(null, null)).toEqual([])
})

test('a failed unit test is shown with the expected value, without colours and stack', () => {
  const text = '\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n    at src/one.ts:3:1'
  expect(failureSummary(unit([failed('one is two', text)]), null)).toEqual([
    'FAILED one is two',
    '    AssertionError: expected 1 to be 2',
  ])
})

test('a file that cannot be loaded is shown with its message', () => {
  expect(failureSummary(unit([], { message: 'no such module' }), null)).toEqual([
    'FAILED one.test.ts',
    '    no such module',
  ])
})

test('a failed end-to-end test is shown with its error and the log, at any depth', () => {
  const results = [
    { errors: [{ message: `expected [] ${'x'.repeat(5_000)}` }], stderr: [{ text: 'log: it was locked\n' }] },
  ]
  const spec = { title: 'it is gone', file: 'b.spec.ts', line: 9, tests: [{ status: 'unexpected', results }] }
  expect(failureSummary(null, { suites: [{ suites: [{ suites: [{ specs: [spec] }] }] }] })).toEqual([
    'FAILED b.spec.ts:9 it is gone',
    `    expected [] ${'x'.repeat(338)}`,
    '    log: it was locked',
  ])
})

test('the first of many failures are shown shortened, and the others counted', () => {
  const many = Array.from({ length: 9 }, (_, at) => failed(`test ${at}`, 'x'.repeat(5_000)))
  const lines = failureSummary(unit(many), null)
  expect(lines.at(-1)).toBe('and 5 more')
  expect(lines.join('\n').length).toBeLessThan(2_400)
})
