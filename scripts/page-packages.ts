import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'

const writes = /\.(?:inner|outer)HTML\s*=[^=]|\.insertAdjacentHTML\(|\.createContextualFragment\(|\bnew DOMParser\b/

/** Returns true if code writes HTML, which the page's policy refuses without a sanitizer. */
export function writesHtml(code: string): boolean {
  return writes.test(code)
}

/** Files that a package's manifest names for browsers only, relative to its folder. */
export function browserFiles(manifest: unknown): ReadonlySet<string> {
  const found = new Set<string>()
  const collect = (value: unknown, inBrowser: boolean): void => {
    if (typeof value === 'string') {
      if (inBrowser) found.add(join(value))
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) collect(inner, inBrowser || key === 'browser')
    }
  }
  if (typeof manifest !== 'object' || manifest === null) return found
  if ('browser' in manifest) collect(manifest.browser, true)
  if ('exports' in manifest) collect(manifest.exports, false)
  return found
}

/** The package that a file belongs to; null for a file of ours. */
function packageOf(file: string): { readonly name: string; readonly folder: string } | null {
  const mark = `${sep}node_modules${sep}`
  const at = file.lastIndexOf(mark)
  if (at < 0) return null
  const [scope = '', inner = ''] = file.slice(at + mark.length).split(sep)
  const name = scope.startsWith('@') ? `${scope}/${inner}` : scope
  return { name, folder: join(file.slice(0, at + mark.length), name) }
}

/**
 * Fails the build where a package takes a `browser` variant that writes HTML. Tests run the other variant, so that only
 * the built page would fail.
 */
export function pagePackages(): Plugin {
  return {
    name: 'page-packages',
    // the dev server serves packages bundled beforehand, from a folder that is no package; there the policy itself refuses
    apply: 'build',
    transform(code, id) {
      const file = join(id.replace(/\?.*$/, ''))
      const owner = packageOf(file)
      if (owner === null || !writesHtml(code)) return
      const manifest: unknown = JSON.parse(readFileSync(join(owner.folder, 'package.json'), 'utf8'))
      const named = relative(owner.folder, file)
      if (browserFiles(manifest).has(named))
        this.error(`${owner.name} takes a browser variant that writes HTML: ${named}`)
    },
  }
}
