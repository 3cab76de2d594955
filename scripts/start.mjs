// `npm start`: rebuilds if needed, then opens the Electron shell, or the browser shell if Electron is unavailable.
// Plain JavaScript for Node 20, because the machine's own Node runs it; everything else runs on node_modules/node.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeProgram, shellFlags } from './own-node.mjs'
import { sandboxProblem } from './sandbox-probe.mjs'
import { build } from './stale-build.mjs'
import { proxyEnvironment } from './system-proxy.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** An Electron ended by a signal before this time, in ms, never opened a window. */
const firstMs = 10_000

/** Whether a signal asked us to end. */
let wasStopped = false

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Path of Electron's program, found as the electron package does (its index.js and install.js, 45.4): from `path.txt`
 * below `dist/`, if `dist/version` is the package's own. Null when it is not installed.
 */
function electronProgram() {
  const folder = join(root, 'node_modules', 'electron')
  try {
    const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist')
    const program = join(dist, readFileSync(join(folder, 'path.txt'), 'utf8'))
    const fetched = readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '')
    return fetched === electronVersion() && existsSync(program) ? program : null
  } catch {
    return null
  }
}

function electronVersion() {
  return JSON.parse(readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8')).version
}

/**
 * Which shell to open: Electron's program, or the reason why not.
 * @param {string[]} flags
 * @returns {Promise<{ program: string } | { why: string | null, remedy?: string[] }>}
 */
async function chooseShell(flags) {
  if (flags.includes('--browser')) return { why: null }
  const browserOnly = flags.find((flag) => /^--(no-open|port)\b/.test(flag))
  if (browserOnly !== undefined) return { why: `${browserOnly} is for the browser shell` }
  if (process.platform === 'linux') {
    if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return { why: 'there is no display' }
    if (process.getuid?.() === 0) return { why: 'Electron does not run as root' }
  }
  const program = electronProgram() ?? (await fetchElectron())
  if (program === null) return { why: 'Electron could not be fetched' }
  const problem = sandboxProblem({
    platform: process.platform,
    program,
    run: (name, words) => spawnSync(name, words, { stdio: 'ignore' }).status,
    setting: readText,
    isRootHelper: (path) => {
      const found = statSync(path, { throwIfNoEntry: false })
      return found !== undefined && found.uid === 0 && (found.mode & 0o4000) !== 0
    },
  })
  return problem ?? { program }
}

/**
 * Fetches Electron's program, which tells its progress in this terminal. A refusal costs little, so every start tries.
 * @returns {Promise<string | null>}
 */
async function fetchElectron() {
  if (!existsSync(join(root, 'node_modules', 'electron', 'install.js'))) return null
  say('Stop with Ctrl+C. `npm start -- --browser` opens Atelier in the browser, without Electron.')
  const proxy = proxyEnvironment({ platform: process.platform, environment: process.env, read: printed })
  const child = spawn(nodeProgram(), [join(root, 'scripts', 'electron-download.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Node's own fetch uses the environment's proxy only when told to
    env: { ...process.env, ...proxy, NODE_USE_ENV_PROXY: '1' },
  })
  const undo = passSignals(child)
  await new Promise((resolve) => child.on('error', resolve).on('exit', resolve))
  undo()
  return electronProgram()
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/**
 * @param {string} program
 * @param {readonly string[]} words
 */
function printed(program, words) {
  const done = spawnSync(program, words, { encoding: 'utf8', timeout: 3000 })
  return done.status === 0 ? done.stdout : null
}

/**
 * Hands the signals that we get to a child. Returns the undo, and whether one came.
 * @param {import('node:child_process').ChildProcess} child
 */
function passSignals(child) {
  /** @type {NodeJS.Signals[]} */
  const passed = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const listeners = passed.map((signal) => {
    const listener = () => {
      wasStopped = true
      child.kill(signal)
    }
    process.on(signal, listener)
    return () => process.off(signal, listener)
  })
  return () => {
    for (const undo of listeners) undo()
  }
}

/**
 * Runs a program in our place: same terminal, signals passed on, its end is ours.
 * @param {string} program
 * @param {string[]} words
 * @param {(signal: NodeJS.Signals) => boolean} isTakenOver what to do where a signal ended it that was not ours
 */
function become(program, words, isTakenOver = () => false) {
  const environment = { ...process.env }
  // set by some terminals; Electron would start as plain Node
  delete environment.ELECTRON_RUN_AS_NODE
  // what V8 makes of the build is kept for the next start; not tried in Electron
  if (program === nodeProgram()) environment.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compile')
  const child = spawn(program, words, { stdio: 'inherit', env: environment })
  const undo = passSignals(child)
  // npm runs scripts through `sh -c` and sends SIGTERM only to that shell, which ends without passing it on. Stopping
  // `npm start` would leave Atelier running. So under npm, a lost parent counts as a stop.
  const parent = process.ppid
  const watch =
    process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32'
      ? setInterval(() => {
          if (process.ppid === parent) return
          wasStopped = true
          child.kill('SIGTERM')
        }, 250)
      : undefined
  child.on('error', (cause) => {
    say(`Atelier could not be started: ${cause.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal !== null && !wasStopped && isTakenOver(signal)) {
      clearInterval(watch)
      undo()
      return
    }
    process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
  })
}

/**
 * @param {{ why: string | null, remedy?: string[] }} reason
 * @param {string[]} flags
 */
function openBrowserShell({ why, remedy = [] }, flags) {
  if (why !== null) say([`Atelier opens its browser shell: ${why}.`, ...remedy].join('\n'))
  become(nodeProgram(), [...shellFlags, join(root, 'out', 'main', 'browser.js'), ...flags])
}

const flags = process.argv.slice(2)
if (await build(say)) {
  const chosen = await chooseShell(flags)
  if (wasStopped) {
    process.exitCode = 130
  } else if ('program' in chosen) {
    const started = performance.now()
    become(chosen.program, [root, ...flags], (signal) => {
      if (performance.now() - started > firstMs) return false
      openBrowserShell({ why: `Electron was ended by ${signal} at its start` }, flags)
      return true
    })
  } else {
    openBrowserShell(chosen, flags)
  }
} else {
  process.exitCode = 1
}
