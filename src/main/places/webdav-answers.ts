import { fail } from '../../shared/errors.ts'
import { walkXml } from '../xml-walk.ts'
import type { PlacedFile } from './place.ts'

/** Deepest nesting of an answer. */
const depthMax = 40
/** Most entries of a listing. */
const entriesMax = 20_000
const textMax = 10_000

/** An entry of a multi-status answer. */
export interface DavEntry extends PlacedFile {
  /** Decoded path from the server's root, without a slash at the end. */
  readonly path: string
}

interface Reading {
  href: string
  isFolder: boolean
  bytes: number | null
}

/**
 * Entries of a multi-status answer (RFC 4918 §13). Names may have any prefix. Hrefs are paths or whole addresses; one of
 * another host or one that leaves its folder is dropped. Throws an AppFailure `place_not_understood`.
 */
export function readMultiStatus(xml: string, asked: URL): readonly DavEntry[] {
  const open: string[] = []
  const entries: DavEntry[] = []
  let reading: Reading | null = null
  let text = ''
  let isMultiStatus = false
  const isWhole = walkXml(xml, {
    open: (name) => {
      const local = localName(name)
      open.push(local)
      if (open.length > depthMax) fail('place_not_understood', 'an answer nested too deeply')
      if (open.length === 1) isMultiStatus = local === 'multistatus'
      if (local === 'response') reading = { href: '', isFolder: false, bytes: null }
      if (local === 'collection' && open.at(-2) === 'resourcetype' && reading !== null) reading.isFolder = true
      text = ''
    },
    text: (part) => {
      text = text.length > textMax ? text : text + part
    },
    close: (name) => {
      const local = localName(name)
      if (open.pop() !== local) fail('place_not_understood', 'an answer whose tags do not match')
      if (reading !== null && local === 'href' && open.at(-1) === 'response' && reading.href === '')
        reading.href = text.trim()
      if (reading !== null && local === 'getcontentlength' && /^\s*\d{1,15}\s*$/.test(text))
        reading.bytes = Number(text)
      if (local === 'response' && reading !== null) {
        const entry = entryOf(reading, asked)
        if (entry !== null) entries.push(entry)
        if (entries.length > entriesMax) fail('place_not_understood', 'too many entries')
        reading = null
      }
      text = ''
    },
  })
  if (!isWhole || open.length > 0 || !isMultiStatus) fail('place_not_understood', 'no multi-status answer')
  return entries
}

function entryOf({ href, isFolder, bytes }: Reading, asked: URL): DavEntry | null {
  if (href === '' || href.length > textMax || !URL.canParse(href, asked.href)) return null
  const url = new URL(href, asked)
  // servers behind a proxy name themselves http, or by another port
  if (url.hostname !== asked.hostname) return null
  const path = decodedPath(url.pathname)
  if (path === null) return null
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { path, name, isFolder, bytes: isFolder ? null : bytes }
}

/** A URL's path decoded and without slashes at its end; null where it is not UTF-8 or hides a slash. */
export function decodedPath(pathname: string): string | null {
  try {
    const segments = pathname.split('/').map(decodeURIComponent)
    if (segments.some((segment) => segment.includes('/') || segment === '..' || /\p{Cc}/u.test(segment))) return null
    const path = segments.join('/')
    let end = path.length
    while (end > 0 && path[end - 1] === '/') end -= 1
    return path.slice(0, end)
  } catch {
    return null
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}
