// Runs every check and ends with one decisive line. Plain JavaScript, because an older Node than the project's may
// start it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, findHeadlessShell } from './chromium.mjs'
import { durationSummary } from './duration-summary.mjs'
import { failureSummary } from './failure-summary.mjs'
import { nodeProgram } from './own-node.mjs'

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')

/** Programs are run by Node itself, because on Windows npm's commands are scripts that need a shell. */
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')

/** Runs a script of package.json with the npm that runs this one. */
function script(title, name) {
  const npm = process.env.npm_execpath
  const words = ['run', '--silent', name]
  return npm === undefined ? run(title, 'npm', words) : run(title, process.execPath, [npm, ...words])
}

/** Runs a command to its end. Shows its output when it fails, or immediately when `live`. */
function run(title, command, args, { live = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const started = Date.now()
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout?.on('data', (data) => {
      output += data
    })
    child.stderr?.on('data', (data) => {
      output += data
    })
    child.on('error', (error) => {
      output += String(error)
    })
    child.on('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)`)
      if (code !== 0) console.log(output)
      resolve(code === 0)
    })
  })
}

/**
 * On Debian as root, installs programs for the end-to-end and keychain tests, and a Chinese font; elsewhere tests find
 * them or are skipped. Without a Chinese font Chromium asks every font for every Chinese character: a key pressed in a
 * megabyte of mixed text took 5.5 s without one, and 0.5 s with one.
 */
function installPrograms() {
  const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
  const hasChineseFont = () => String(spawnSync('fc-list', [':lang=zh', 'file']).stdout ?? '').trim() !== ''
  const missing = [
    ...(findChromium() ? [] : ['chromium']),
    ...(has('dbus-run-session') ? [] : ['dbus-x11']),
    ...(has('gnome-keyring-daemon') ? [] : ['gnome-keyring']),
    ...(hasChineseFont() ? [] : ['fonts-wqy-microhei']),
  ]
  // the tests run without it, but longer; not every Debian has it
  const wanted = findHeadlessShell() ? [] : ['chromium-headless-shell']
  if (missing.length === 0 && wanted.length === 0) return
  if (process.platform === 'linux' && process.getuid?.() === 0 && has('apt-get')) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    for (const packages of [missing, wanted]) install(packages)
  } else if (missing.includes('chromium')) {
    console.log('no Chrome, Edge or Chromium found: installing one with Playwright')
    spawnSync(nodeProgram(), [playwright, 'install', 'chromium'], { cwd: root, stdio: 'inherit' })
  }
}

function install(packages) {
  if (packages.length === 0) return
  console.log(`installing ${packages.join(', ')}`)
  const done = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
  })
  if (done.status !== 0) console.log(done.stdout, done.stderr)
}

/** A report in JSON; null where the run wrote none. */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

function countsOf(report, read) {
  return report === null ? { passed: 0, failed: 1, skipped: 0 } : read(report)
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
installPrograms()

const unitFile = join(results, 'unit.json')
const endToEndFile = join(results, 'end-to-end.json')
const checks = await Promise.all([
  script('types', 'types'),
  script('lint and format', 'lint'),
  script('build', 'build'),
])
const unit = await run(
  'unit and integration',
  nodeProgram(),
  [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitFile}`],
  {
    live: true,
  },
)
const endToEnd = checks[2]
  ? await run('end to end', nodeProgram(), [playwright, 'test'], {
      live: true,
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: endToEndFile },
    })
  : false

const reports = { unit: readReport(unitFile), endToEnd: readReport(endToEndFile) }
const counts = [
  countsOf(reports.unit, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  })),
  countsOf(reports.endToEnd, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  })),
]
const total = (name) => counts.reduce((sum, count) => sum + count[name], 0)
const good = checks.every(Boolean) && unit && endToEnd
for (const line of durationSummary(reports.unit, reports.endToEnd)) console.log(line)
for (const line of failureSummary(reports.unit, reports.endToEnd)) console.log(line)
const failedChecks = [...checks, unit, endToEnd].filter((passed) => !passed).length
console.log(
  `${total('passed')} passed, ${good ? 0 : Math.max(total('failed'), failedChecks)} failed, ${total('skipped')} skipped`,
)
process.exitCode = good ? 0 : 1
