// Runs the smoke test of an installed Atelier and prints its report: node scripts/smoke-test.ts PROGRAM [WORDS…]
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

/** Longest duration of all checks and the second start, in ms. */
const wholeMs = Number(process.env.SMOKE_TEST_MS ?? 8 * 60_000)
const lookMs = 250
const reportSchema = z.object({
  about: z.record(z.string(), z.string()),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string(), ms: z.number() })),
  finished: z.boolean(),
})

const [program, ...words] = process.argv.slice(2)
if (program === undefined) {
  process.stderr.write('Usage: node scripts/smoke-test.ts PROGRAM [WORDS…]\n')
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'atelier-smoke-'))
const file = join(folder, 'report.json')
const data = join(folder, 'data')
const child = spawn(program, [...words, '--data', data, '--smoke-report', file], { stdio: 'inherit' })
child.on('error', (cause) => {
  process.stderr.write(`${program} could not be started: ${cause.message}\n`)
  process.exit(1)
})
let ended = ''
child.on('exit', (code, signal) => {
  ended = `it ended with ${code ?? signal}`
})

const report = await wholeReport()
if (report === null) {
  process.stderr.write(`The smoke test did not finish (${ended === '' ? 'it still runs' : ended}).\n`)
  child.kill('SIGKILL')
}
const { about, checks } = report ?? readReport() ?? { about: {}, checks: [] }
process.stdout.write(`${JSON.stringify(about)}\n`)
for (const { name, ok, detail, ms } of checks)
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${(ms / 1000).toFixed(1)} s): ${detail}\n`)
process.exitCode = report !== null && checks.every(({ ok }) => ok) ? 0 : 1

/** The report after the app has restarted; null when it does not arrive. */
async function wholeReport() {
  const end = Date.now() + wholeMs
  for (;;) {
    const found = readReport()
    if (found?.finished) return found
    // the first start may end before the second has written
    if (Date.now() > end || (ended !== '' && found === null)) return null
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}

function readReport() {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
