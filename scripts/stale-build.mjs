// Rebuilds outdated builds. Plain JavaScript for Node 20, because start.mjs imports it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeProgram } from './own-node.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const cache = join(root, 'node_modules', '.cache', 'atelier')
/** The inputs of the build. */
const sources = ['src', 'electron.vite.config.ts', 'package.json', 'package-lock.json']

/**
 * Hashes names, sizes and times of all inputs, so that any changed, added, removed or restored file gives another hash.
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

/**
 * Builds, unless the last build was made of the same. Quiet, unless it fails.
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} whether there is a build
 */
export async function build(say) {
  if (isFresh(fingerprint())) return true
  const unlock = await lockBuild()
  try {
    // the previous lock holder may have built exactly this
    const wanted = fingerprint()
    if (isFresh(wanted)) return true
    say('Atelier is being built…')
    rmSync(stamp, { force: true })
    const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
    const done = spawnSync(nodeProgram(), [tool, 'build', '--logLevel', 'warn'], { cwd: root, encoding: 'utf8' })
    if (done.status !== 0) {
      say(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}\nThe build failed.`)
      return false
    }
    writeFileSync(stamp, wanted)
    return true
  } finally {
    unlock()
  }
}

/** Keeps two starts from building into the same folder. Returns the undo. */
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
