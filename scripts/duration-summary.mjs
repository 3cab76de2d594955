// Sums up how long tests took, for the end of a run. Plain JavaScript, as test.mjs imports it.
import { basename } from 'node:path'

/** Most files of a run that are named. */
const filesMax = 5

/**
 * Sums up reports of Vitest and Playwright (JSON; null where there is none). Returns a line for each run and project: the
 * sum of its files' times, and its slowest files. Files run beside each other, so the sum is longer than the run.
 */
export function durationSummary(unit, endToEnd) {
  const runs = new Map()
  const add = (run, file, ms) => {
    const files = runs.get(run) ?? new Map()
    runs.set(run, files.set(file, (files.get(file) ?? 0) + ms))
  }
  for (const { endTime, name, startTime } of unit?.testResults ?? []) add('unit', basename(name), endTime - startTime)
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  for (const { file, tests = [] } of (endToEnd?.suites ?? []).flatMap(specs))
    for (const { projectName, results = [] } of tests)
      for (const { duration } of results) if (duration > 0) add(projectName, basename(file), duration)
  return [...runs].map(([run, files]) => {
    const sorted = [...files].sort(([, a], [, b]) => b - a)
    const total = sorted.reduce((sum, [, ms]) => sum + ms, 0)
    const slowest = sorted.slice(0, filesMax).map(([file, ms]) => `${file} ${seconds(ms)}`)
    return `${run}: ${seconds(total)} in ${sorted.length} ${sorted.length === 1 ? 'file' : 'files'}; longest: ${slowest.join(', ')}`
  })
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
}
