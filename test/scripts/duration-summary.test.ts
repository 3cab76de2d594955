import { expect, test } from 'vitest'
import { durationSummary } from '../../scripts/duration-summary.mjs'

const unitFile = (name: string, ms: number) => ({
  name: `/somewhere/test/${name}`,
  startTime: 1_000,
  endTime: 1_000 + ms,
})
const spec = (file: string, projectName: string, ...durations: readonly number[]) => ({
  file,
  tests: [{ projectName, results: durations.map((duration) => ({ duration })) }],
})

test('each run and project has a line with its longest files', () => {
  const unit = { testResults: [unitFile('a.test.ts', 1_200), unitFile('b.test.ts', 30_000)] }
  const suites = [
    { specs: [spec('chat.spec.ts', 'browser', 4_000)] },
    { suites: [{ specs: [spec('chat.spec.ts', 'browser', 2_500), spec('../page/forms.spec.ts', 'page', 900)] }] },
  ]
  expect(durationSummary(unit, { suites })).toEqual([
    'unit: 31 s in 2 files; longest: b.test.ts 30 s, a.test.ts 1.2 s',
    'browser: 6.5 s in 1 file; longest: chat.spec.ts 6.5 s',
    'page: 0.9 s in 1 file; longest: forms.spec.ts 0.9 s',
  ])
})

test('only the five longest files are named, and skipped tests have no line', () => {
  const specs = [1, 2, 3, 4, 5, 6].map((number) => spec(`${number}.spec.ts`, 'browser', number * 1_000))
  const skipped = spec('skipped.spec.ts', 'electron', 0)
  expect(durationSummary(null, { suites: [{ specs: [...specs, skipped] }] })).toEqual([
    'browser: 21 s in 6 files; longest: 6.spec.ts 6.0 s, 5.spec.ts 5.0 s, 4.spec.ts 4.0 s, 3.spec.ts 3.0 s, 2.spec.ts 2.0 s',
  ])
  expect(durationSummary(null, null)).toEqual([])
})
