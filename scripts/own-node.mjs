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

/**
 * Flags of the Node that runs the browser shell. V8 stops a thread while it collects new objects, which may take 134 MB:
 * the main thread stopped for up to 74 ms. The flag bounds them to 4 MB. `src/main/browser/young-generation.ts` lifts
 * the bound for other threads, which read large files.
 */
export const shellFlags = ['--max-semi-space-size=2']
