import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

/**
 * Where a build looks for updates, as electron-builder wrote it into `app-update.yml` (electron-builder.yml,
 * `publish`).
 */
export interface FeedConfig {
  readonly options:
    | { readonly provider: 'generic'; readonly url: string }
    | { readonly provider: 'github'; readonly owner: string; readonly repo: string }
  /** Web page of the releases. */
  readonly page: string
  /** True if a request of the feed may go to this address. */
  readonly allows: (url: URL) => boolean
}

/** Reads the file; null if it does not exist, or names no trusted address. */
export function readFeedConfig(path: string): FeedConfig | null {
  try {
    return feedConfigOf(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function feedConfigOf(text: string): FeedConfig | null {
  const values = new Map<string, string>()
  for (const line of text.split('\n')) {
    const at = line.indexOf(':')
    const value = line.slice(at + 1).trim()
    if (at > 0) values.set(line.slice(0, at), value.replace(/^(['"])(.*)\1$/, '$2'))
  }
  const [owner = '', repo = '', url = ''] = ['owner', 'repo', 'url'].map((name) => values.get(name))
  if (values.get('provider') === 'github' && /^[\w.-]+$/.test(owner) && /^[\w.-]+$/.test(repo))
    return {
      options: { provider: 'github', owner, repo },
      page: `https://github.com/${owner}/${repo}/releases`,
      allows: ({ hostname, protocol }) =>
        protocol === 'https:' && /^((api\.)?github\.com|[a-z-]+\.githubusercontent\.com)$/.test(hostname),
    }
  if (values.get('provider') !== 'generic' || !URL.canParse(url)) return null
  const base = new URL(url)
  const isLoopback = base.hostname === '127.0.0.1' && isIP(base.hostname) !== 0
  if (base.protocol !== 'https:' && !(base.protocol === 'http:' && isLoopback)) return null
  return { options: { provider: 'generic', url }, page: url, allows: ({ origin }) => origin === base.origin }
}
