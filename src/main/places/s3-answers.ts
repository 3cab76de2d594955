import { fail } from '../../shared/errors.ts'
import { walkXml } from '../xml-walk.ts'

const depthMax = 20
const entriesMax = 20_000
const textMax = 10_000

/** One page of ListObjectsV2. */
export interface S3Page {
  readonly files: readonly { readonly key: string; readonly bytes: number | null }[]
  readonly folders: readonly string[]
  readonly isTruncated: boolean
  /** Token of the next page; null on the last. */
  readonly next: string | null
}

/** Reads a page of ListObjectsV2. Throws an AppFailure `place_not_understood`. */
export function readPage(xml: string): S3Page {
  const files: { key: string; bytes: number | null }[] = []
  const folders: string[] = []
  let key = ''
  let bytes: number | null = null
  let isTruncated = false
  let next: string | null = null
  const root = walkTexts(xml, (path, text) => {
    if (path === 'ListBucketResult/Contents/Key') key = text
    if (path === 'ListBucketResult/Contents/Size') bytes = /^\d{1,15}$/.test(text) ? Number(text) : null
    if (path === 'ListBucketResult/Contents') {
      files.push({ key, bytes })
      key = ''
      bytes = null
    }
    if (path === 'ListBucketResult/CommonPrefixes/Prefix') folders.push(text)
    if (path === 'ListBucketResult/IsTruncated') isTruncated = text === 'true'
    if (path === 'ListBucketResult/NextContinuationToken') next = text
    if (files.length + folders.length > entriesMax) fail('place_not_understood', 'too many entries')
  })
  if (root !== 'ListBucketResult') fail('place_not_understood', 'no listing')
  return { files, folders, isTruncated, next }
}

/** Returns the code of an error answer; null if it has none. */
export function readErrorCode(xml: string): string | null {
  let code: string | null = null
  try {
    walkTexts(xml, (path, text) => {
      if (path === 'Error/Code' && /^[A-Za-z0-9.]{1,80}$/.test(text)) code = text
    })
  } catch {
    return null
  }
  return code
}

/** Calls `found` at each closing tag with its path and text; returns the outermost name. */
function walkTexts(xml: string, found: (path: string, text: string) => void): string {
  const open: string[] = []
  let text = ''
  let root = ''
  const isWhole = walkXml(xml, {
    open: (name) => {
      if (open.length === 0) root = name
      open.push(name)
      if (open.length > depthMax) fail('place_not_understood', 'an answer nested too deeply')
      text = ''
    },
    text: (part) => {
      text = text.length > textMax ? text : text + part
    },
    close: (name) => {
      if (open.at(-1) !== name) fail('place_not_understood', 'an answer whose tags do not match')
      found(open.join('/'), text.trim())
      open.pop()
      text = ''
    },
  })
  if (!isWhole || open.length > 0) fail('place_not_understood', 'an answer that breaks off')
  return root
}
