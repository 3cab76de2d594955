// Finds the Node that this project is written for. Plain JavaScript for Node 20, as start.mjs imports it.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The Node that this project is written for (24); the machine's own where that one is missing. */
export function nodeProgram() {
  const own = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(own) ? own : process.execPath
}
