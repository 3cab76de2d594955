import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { safeFile } from './safe-path.ts'

export interface ServedFile {
  readonly body: Buffer
  readonly type: string
  /** True if its name contains a content hash, so that it can be cached forever. */
  readonly immutable: boolean
}

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.woff', 'font/woff'],
  ['.ttf', 'font/ttf'],
  ['.wasm', 'application/wasm'],
])

/** Reads a file of the built page; null if it is missing or its type does not occur in a build. */
export async function readServedFile(root: string, urlPath: string): Promise<ServedFile | null> {
  const path = await safeFile(root, urlPath === '/' ? '/index.html' : urlPath)
  const type = path === null ? undefined : types.get(extname(path).toLowerCase())
  if (path === null || type === undefined) return null
  try {
    // a folder can have any name
    if (!(await stat(path)).isFile()) return null
    return { body: await readFile(path), type, immutable: urlPath.startsWith('/assets/') }
  } catch {
    return null
  }
}
