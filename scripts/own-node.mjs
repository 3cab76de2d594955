// Finds the project's version of Node. Plain JavaScript for Node 20, because start.mjs imports it.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Path of the project's Node (24), or of the machine's own when that is missing. */
export function nodeProgram() {
  const own = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(own) ? own : process.execPath
}
