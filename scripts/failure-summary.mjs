// Sums up failed tests for the end of a run, where a log that is cut keeps it. Plain JavaScript, as test.mjs imports it.
import { stripVTControlCharacters } from 'node:util'

/** Longest error and longest log of one failure, in characters. */
const [errorMax, logMax] = [350, 250]
/** Most failures that are told in full: a log that is cut keeps about this much. */
const failuresMax = 4

/**
 * Sums up reports of Vitest and Playwright (JSON; null where there is none). Returns the lines: for each failed test its
 * name, what was expected, and what Atelier logged meanwhile. Empty without a failure.
 */
export function failureSummary(unit, endToEnd) {
  const failures = [...unitFailures(unit), ...endToEndFailures(endToEnd)]
  const told = failures
    .slice(0, failuresMax)
    .flatMap(({ error, log, name }) => [`FAILED ${name}`, ...shortened(error, errorMax), ...shortened(log, logMax)])
  const more = failures.length - failuresMax
  return more > 0 ? [...told, `and ${more} more`] : told
}

function unitFailures(report) {
  return (report?.testResults ?? []).flatMap(({ assertionResults = [], message, name, status }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // a file that cannot be loaded has no tests
    if (failed.length === 0) return status === 'failed' ? [{ name, error: String(message ?? ''), log: '' }] : []
    return failed.map(({ failureMessages = [], fullName }) => ({
      name: fullName,
      error: failureMessages.join('\n'),
      log: '',
    }))
  })
}

function endToEndFailures(report) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  return (report?.suites ?? []).flatMap(specs).flatMap(({ file, line, tests = [], title }) =>
    tests
      .filter((test) => test.status === 'unexpected')
      .map(({ results = [] }) => {
        const { errors = [], stderr = [] } = results.at(-1) ?? {}
        return {
          name: `${file}:${line} ${title}`,
          error: errors.map(({ message }) => message).join('\n'),
          log: stderr.map(({ text }) => text).join(''),
        }
      }),
  )
}

function shortened(text, most) {
  const lines = stripVTControlCharacters(text)
    .slice(0, most)
    .split('\n')
    .map((line) => line.trim())
    // the report itself shows the stack
    .filter((line) => line !== '' && !line.startsWith('at '))
  return lines.map((line) => `    ${line}`)
}
