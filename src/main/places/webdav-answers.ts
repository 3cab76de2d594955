import { fail } from '../../shared/errors.ts'
import { walkXml } from '../xml-walk.ts'
import type { PlacedFile } from './place.ts'

/** Deepest nesting of an answer. */
const depthMax = 40
/** Maximum number of entries of a listing. */
const entriesMax = 20_000
const textMax = 10_000

/** An entry of a multi-status answer. */
export interface DavEntry extends PlacedFile {
  /** Decoded path from the server's root, without a slash at the end. */
  readonly path: string
  /** Status inside the answer if it is a refusal; null for an existing entry. */
  readonly refusal: number | null
}

/** Properties of an entry from one or several elements. */
interface Told {
  isFolder: boolean
  bytes: number | null
}

interface Reading extends Told {
  href: string
  /** Status of the whole entry. */
  status: number | null
  /** True if the entry has properties, some of which may be refused. */
  hasProperties: boolean
  refusal: number | null
}

/** Properties with a common status (`propstat`), which comes after them. */
interface PropertyGroup extends Told {
  status: number | null
  isEmpty: boolean
}

/**
 * Reads the entries of a multi-status answer (RFC 4918 §13). Names may have any prefix. Hrefs are paths or whole
 * addresses; one on another host or outside its folder is dropped. Throws an AppFailure `place_not_understood`.
 */
export function readMultiStatus(xml: string, asked: URL): readonly DavEntry[] {
  const open: string[] = []
  const entries: DavEntry[] = []
  let reading: Reading | null = null
  let group: PropertyGroup | null = null
  let text = ''
  let isMultiStatus = false
  const isWhole = walkXml(xml, {
    open: (name) => {
      const local = localName(name)
      open.push(local)
      if (open.length > depthMax) fail('place_not_understood', 'an answer nested too deeply')
      if (open.length === 1) isMultiStatus = local === 'multistatus'
      if (local === 'response')
        reading = { href: '', isFolder: false, bytes: null, status: null, hasProperties: false, refusal: null }
      if (local === 'propstat') group = { isFolder: false, bytes: null, status: null, isEmpty: true }
      if (open.at(-2) === 'prop' && group !== null) group.isEmpty = false
      const told = group ?? reading
      if (local === 'collection' && open.at(-2) === 'resourcetype' && told !== null) told.isFolder = true
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
      const told = group ?? reading
      if (told !== null && local === 'getcontentlength' && /^\s*\d{1,15}\s*$/.test(text)) told.bytes = Number(text)
      if (told !== null && local === 'status') told.status = statusOf(text)
      if (local === 'propstat' && group !== null) {
        if (reading !== null) addGroup(reading, group)
        group = null
      }
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

/** Adds properties to their entry. Refused ones are ignored, unless the entry has no others. */
function addGroup(reading: Reading, { bytes, isEmpty, isFolder, status }: PropertyGroup): void {
  if (status !== null && status >= 300) {
    if (isEmpty) reading.refusal = status
    else reading.hasProperties = true
    return
  }
  reading.hasProperties = true
  reading.bytes = bytes ?? reading.bytes
  reading.isFolder ||= isFolder
}

/** Returns the status in a line such as `HTTP/1.1 404 Not Found`; null if there is none. */
function statusOf(line: string): number | null {
  const status = Number(line.trim().split(' ')[1])
  return Number.isInteger(status) && status >= 100 && status <= 599 ? status : null
}

function entryOf({ bytes, hasProperties, href, isFolder, status, ...more }: Reading, asked: URL): DavEntry | null {
  if (href === '' || href.length > textMax || !URL.canParse(href, asked.href)) return null
  const url = new URL(href, asked)
  // servers behind a proxy may state http or another port for themselves
  if (url.hostname !== asked.hostname) return null
  const path = decodedPath(url.pathname)
  if (path === null) return null
  const name = path.slice(path.lastIndexOf('/') + 1)
  const refusal = status === null ? (hasProperties ? null : more.refusal) : status >= 300 ? status : null
  return { path, name, isFolder, bytes: isFolder ? null : bytes, refusal }
}

/** How often a name is decoded at most, because some servers encode hrefs twice. */
const decodingsMax = 3

/**
 * Decodes a URL's path, without trailing slashes and empty names; null if it is not UTF-8 or contains an encoded slash.
 */
export function decodedPath(pathname: string): string | null {
  const segments: string[] = []
  for (const encoded of pathname.split('/')) {
    const segment = decodedName(encoded)
    if (segment === null || segment.includes('/') || segment === '..' || /\p{Cc}/u.test(segment)) return null
    if (segment !== '') segments.push(segment)
  }
  return segments.map((segment) => `/${segment}`).join('')
}

/** Decodes a name as often as it was encoded; null if it is not UTF-8. */
function decodedName(encoded: string): string | null {
  let name = encoded
  for (let count = 1; count <= decodingsMax && name.includes('%'); count += 1)
    try {
      name = decodeURIComponent(name)
    } catch {
      // the percent sign is part of the name itself
      return count === 1 ? null : name
    }
  return name
}

/**
 * Returns the direct entries of the requested folder. A proxy may omit a part of the path in every href: then the
 * folder's own entry shows how its path is written.
 */
export function entriesWithin(entries: readonly DavEntry[], asked: URL): readonly DavEntry[] {
  const own = decodedPath(asked.pathname) ?? ''
  const isWritten = entries.some(({ path }) => path === own || parentPath(path) === own)
  const folder = isWritten ? own : entries.find(({ isFolder, path }) => isFolder && own.endsWith(path))?.path
  return entries.filter(({ path }) => path !== folder && parentPath(path) === folder)
}

/** Returns the entry about the requested address; undefined if there is none. */
export function entryAbout(entries: readonly DavEntry[], asked: URL): DavEntry | undefined {
  const own = decodedPath(asked.pathname) ?? ''
  const [only, ...others] = entries
  return (
    entries.find(({ path }) => path === own) ??
    (others.length === 0 && own.endsWith(only?.path ?? '/') ? only : undefined)
  )
}

function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}
