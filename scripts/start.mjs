// `npm start`: builds what is stale, then opens the Electron shell, or the browser shell where that cannot be.
// Plain JavaScript for Node 20, because it is what the machine's own Node runs; everything else runs on the Node of
// node_modules/node.

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const cache = join(root, 'node_modules', '.cache', 'atelier')
const dayMs = 24 * 60 * 60 * 1000
/** How long fetching Electron's binary may take, in ms, before the browser shell is opened instead. */
const fetchMs = 60_000
/** What the build is made of. */
const sources = ['src', 'electron.vite.config.ts', 'package.json', 'package-lock.json']

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`)
}

/** The Node that this project is written for (24); the machine's own where that one is missing. */
function nodeProgram() {
  const own = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(own) ? own : process.execPath
}

/**
 * Names, sizes and times of everything that is built, in one hash: a file that was changed, added, removed or restored
 * all make another one.
 */
function fingerprint() {
  const hash = createHash('sha256')
  /** @param {string} path */
  function add(path) {
    const found = statSync(join(root, path), { throwIfNoEntry: false })
    if (found === undefined) return
    if (!found.isDirectory()) {
      hash.update(`${path}\0${found.size}\0${found.mtimeMs}\n`)
      return
    }
    for (const name of readdirSync(join(root, path)).sort()) add(join(path, name))
  }
  for (const source of sources) add(source)
  return hash.digest('hex')
}

const stamp = join(root, 'out', '.fingerprint')
const built = [
  'main/index.js',
  'main/browser.js',
  'preload/index.cjs',
  'preload/page-bridge.cjs',
  'renderer/index.html',
]

/** @param {string} wanted */
function isFresh(wanted) {
  if (!built.every((file) => existsSync(join(root, 'out', file)))) return false
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

/** Builds, unless the last build was made of the same. Quiet, unless it fails: then the process ends. */
async function build() {
  if (isFresh(fingerprint())) return
  const unlock = await lockBuild()
  try {
    // whoever had the lock may have built just this
    const wanted = fingerprint()
    if (isFresh(wanted)) return
    say('Atelier is being built…')
    rmSync(stamp, { force: true })
    const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
    const done = spawnSync(nodeProgram(), [tool, 'build', '--logLevel', 'warn'], { cwd: root, encoding: 'utf8' })
    if (done.status !== 0) {
      say(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}\nThe build failed.`)
      process.exitCode = 1
      return
    }
    writeFileSync(stamp, wanted)
  } finally {
    unlock()
  }
}

/** Two starts at once must not build into the same folder. Returns the undo. */
async function lockBuild() {
  const lock = join(cache, 'build.lock')
  mkdirSync(cache, { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch {
      if (!isRunning(readPid(lock))) rmSync(lock, { force: true })
      else await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** @param {string} lock */
function readPid(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return 0
  }
}

/** @param {number} pid */
function isRunning(pid) {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Electron's program, as the electron package finds it (its index.js and install.js, 45.4): the path in `path.txt`
 * below `dist/`, when `dist/version` is the package's own. Null where it has not been fetched.
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
 * @returns {{ program: string } | { why: string | null }}
 */
function chooseShell(flags) {
  if (flags.includes('--browser')) return { why: null }
  const browserOnly = flags.find((flag) => /^--(no-open|port)\b/.test(flag))
  if (browserOnly !== undefined) return { why: `${browserOnly} is for the browser shell` }
  if (process.platform === 'linux') {
    if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return { why: 'there is no display' }
    if (process.getuid?.() === 0) return { why: 'Electron does not run as root' }
  }
  const present = electronProgram()
  if (present !== null) return { program: present }
  return fetchElectron()
}

/** @returns {{ program: string } | { why: string }} */
function fetchElectron() {
  const refusal = join(cache, 'electron-refused.json')
  try {
    const past = JSON.parse(readFileSync(refusal, 'utf8'))
    if (past.version === electronVersion() && Date.now() - past.at < dayMs) {
      return { why: `Electron could not be fetched earlier today (delete ${refusal} to try again)` }
    }
  } catch {
    // never refused
  }
  const install = join(root, 'node_modules', 'electron', 'install.js')
  if (!existsSync(install)) return { why: 'Electron is not installed' }
  say('Electron is being fetched (once)…')
  spawnSync(nodeProgram(), [install], { cwd: root, stdio: 'ignore', timeout: fetchMs, killSignal: 'SIGKILL' })
  const program = electronProgram()
  if (program !== null) return { program }
  mkdirSync(cache, { recursive: true })
  writeFileSync(refusal, JSON.stringify({ version: electronVersion(), at: Date.now() }))
  return { why: 'Electron could not be fetched' }
}

/**
 * Runs a program in our place: same terminal, signals passed on, its end is ours.
 * @param {string} program
 * @param {string[]} words
 */
function become(program, words) {
  const environment = { ...process.env }
  // set by some tools' terminals; Electron would start as plain Node
  delete environment.ELECTRON_RUN_AS_NODE
  const child = spawn(program, words, { stdio: 'inherit', env: environment })
  /** @type {NodeJS.Signals[]} */
  const passed = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of passed) process.on(signal, () => child.kill(signal))
  // npm runs scripts through `sh -c`, and hands SIGTERM to that shell only, which ends without passing it on: whoever
  // stops `npm start` would leave Atelier running. Under npm, losing the parent means that it was stopped.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32') {
    setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM')
    }, 250)
  }
  child.on('error', (cause) => {
    say(`Atelier could not be started: ${cause.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
}

const flags = process.argv.slice(2)
await build()
if (process.exitCode === undefined) {
  const chosen = chooseShell(flags)
  if ('program' in chosen) {
    become(chosen.program, [root, ...flags])
  } else {
    if (chosen.why !== null) say(`Atelier opens its browser shell: ${chosen.why}.`)
    become(nodeProgram(), [join(root, 'out', 'main', 'browser.js'), ...flags])
  }
}
