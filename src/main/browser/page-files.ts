import { readFile } from 'node:fs/promises'
import type { DevPage } from '../dev-page.ts'
import { readServedFile, type ServedFile } from '../security/served-file.ts'

/** Folder of the page. */
export interface PageFiles {
  /** Path of `out/renderer`. */
  readonly renderer: string
  /** Source of the page in development. */
  readonly dev?: DevPage | undefined
  /** The built `page-bridge.ts`: one classic script. */
  readonly pageBridge: string
}

export const pageBridgePath = '/page-bridge.js'

/** A file of the page; in development it may have its own content security policy. */
export interface PageFile extends ServedFile {
  readonly policy?: string
}

/**
 * Reads a file of the page; null when it does not exist. `index.html` gets the bridge before any other script. `search`
 * is used only in development.
 */
export async function readPageFile(files: PageFiles, path: string, search: string): Promise<PageFile | null> {
  if (path === pageBridgePath) {
    // Wrapped in a function, because a top-level `var bridge` would become a writable window.bridge.
    const script = `(() => {\n${await readFile(files.pageBridge, 'utf8')}\n})()\n`
    return { body: Buffer.from(script), type: 'text/javascript; charset=utf-8', immutable: false }
  }
  const file = await (files.dev?.readPageFile(path + search) ?? readServedFile(files.renderer, path))
  if (file === null || (path !== '/' && path !== '/index.html')) return file
  return { ...file, body: Buffer.from(withBridge(file.body.toString('utf8'))) }
}

/** Inserts the bridge script first in the head. Throws when the page has no head, which only a broken build lacks. */
export function withBridge(page: string): string {
  const head = /<head(?:\s[^>]*)?>/i.exec(page)
  if (head === null) throw new Error('index.html has no <head>')
  const at = head.index + head[0].length
  return `${page.slice(0, at)}\n    <script src="${pageBridgePath}"></script>${page.slice(at)}`
}
