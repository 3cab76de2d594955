import { type Fields, isFields } from './liberal-fields.ts'
import { readLiberalJson } from './liberal-json.ts'

/** A gateway's description of a failure; texts are empty where it gives none. */
export interface Said {
  readonly message: string
  readonly code: string
  /** Other names of the kind of failure: `type`, `status`, `reason`. */
  readonly type: string
}

/** Replaces the text of a web page. */
export const pageWords = 'an HTML page'

const nothingSaid: Said = { message: '', code: '', type: '' }

/** Envelopes of an error, most common first. */
const envelopes = ['error', 'Error', 'err', 'errors', 'base_resp', 'BaseResp', 'header'] as const
/** Members that hold results, or an error in their place. */
const resultEnvelopes = ['Response', 'response', 'data', 'result', 'output'] as const
const messageNames = [
  ...['message', 'msg', 'detail', 'error_description', 'error_msg', 'error_message', 'errmsg', 'errorMessage'],
  ...['Message', 'status_msg', 'StatusMessage', 'fail_reason', 'description', 'title'],
]
const codeNames = [
  'code',
  'error_code',
  'errcode',
  'errorCode',
  'err_code',
  'Code',
  'status_code',
  'StatusCode',
  'statusCode',
]
const typeNames = ['type', 'status', 'reason']

/** Deepest error that is read. */
const depthMax = 10

/** Reads an error body leniently, because the API does not document its shape. */
export function readErrorBody(body: unknown, depth = 0): Said {
  if (typeof body === 'string') return saidInText(body, depth)
  if (Array.isArray(body)) return saidInList(body, depth)
  if (!isFields(body)) return nothingSaid
  const own = ownWords(body, depth)
  if (depth >= depthMax) return own
  for (const name of [...envelopes, ...resultEnvelopes]) {
    const inner = body[name]
    if (!isEnvelope(name, inner)) continue
    const said = readErrorBody(inner, depth + 1)
    if (said.message === '' && said.code === '' && said.type === '') continue
    const type = /^base_?resp$/i.test(name) ? `base_resp ${said.type}` : said.type
    return { message: said.message || own.message, code: said.code || own.code, type: type || own.type }
  }
  return own
}

function isEnvelope(name: string, inner: unknown): boolean {
  if (name === 'errors') return Array.isArray(inner) && inner.some(isFields)
  if (resultEnvelopes.some((one) => one === name)) return isFields(inner) && ('error' in inner || 'Error' in inner)
  return isFields(inner) || (Array.isArray(inner) && inner.length > 0)
}

function saidInText(text: string, depth: number): Said {
  const inner = depth < depthMax ? jsonIn(text) : null
  if (inner !== null) {
    const said = readErrorBody(inner.value, depth + 1)
    if (said.message !== '' || (depth === 0 && inner.isAll)) return said
  }
  return { message: /<html|<!doctype/i.test(text) ? pageWords : text, code: '', type: '' }
}

/** Longest text in which JSON is looked for, in UTF-16 units. */
const searchedMax = 64 * 1024

/** Parses a text that is, or ends with, an object or a list; null for plain words. */
function jsonIn(text: string): { readonly value: unknown; readonly isAll: boolean } | null {
  const trimmed = text.trim()
  if (trimmed.length > searchedMax || !/[}\]]['"`]?$/.test(trimmed.slice(-2))) return null
  const at = trimmed.search(/[{[]/)
  const read = at < 0 ? null : readLiberalJson(trimmed.slice(at))
  if (read === null || !read.whole) return null
  if (at === 0) return isFields(read.value) || Array.isArray(read.value) ? { value: read.value, isAll: true } : null
  const isObject = isFields(read.value) && (read.strict || /['"]\s?:/.test(trimmed))
  return isObject ? { value: read.value, isAll: false } : null
}

/** Reads a list of errors or of reasons. */
function saidInList(list: readonly unknown[], depth: number): Said {
  const errors = list.filter(isFields)
  const message = reasonsIn(list.map((one) => (isFields(one) && one.error !== undefined ? messageOf(one, depth) : one)))
  const [first] = errors
  const { code, type } = first === undefined || depth >= depthMax ? nothingSaid : readErrorBody(first, depth + 1)
  return { message, code, type }
}

function messageOf(body: Fields, depth: number): string {
  return depth >= depthMax ? '' : readErrorBody(body, depth + 1).message
}

/** Reads the error in the members of one object, without its envelopes. */
function ownWords(body: Fields, depth: number): Said {
  const { error } = body
  const written = textUnder(body, messageNames) || listedIn(body)
  const words = typeof error === 'string' && error !== '' ? error : written
  const inner = depth < depthMax && jsonIn(words) !== null ? saidInText(words, depth + 1) : null
  const message = inner?.message || words
  const code = textUnder(body, codeNames) || (inner?.code ?? '')
  const type = typeNames.map((name) => textUnder(body, [name])).filter((one) => one !== '')
  return { message: withCause(message, body, depth), code, type: [...type, inner?.type ?? ''].join(' ').trim() }
}

/** Appends the error of the provider behind a router, which holds the reason. */
function withCause(message: string, { metadata }: Fields, depth: number): string {
  if (!isFields(metadata) || metadata.raw === undefined || depth >= depthMax) return message
  const cause = readErrorBody(metadata.raw, depth + 1).message
  return cause === '' || cause === message ? message : [message, cause].filter((one) => one !== '').join(': ')
}

function textUnder(body: Fields, names: readonly string[]): string {
  for (const name of names) {
    const value = body[name]
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value)
  }
  return ''
}

function listedIn(body: Fields): string {
  for (const name of ['error', 'message', 'msg', 'detail', 'errors']) {
    const words = reasonsIn(body[name])
    if (words !== '') return words
  }
  return ''
}

/** Maximum number of reasons of one refusal that are shown. */
const reasonsMax = 10

/**
 * Joins the reasons in a list or an object, in the form validators use. `{"loc": ["body", "stream_options"], "msg":
 * "not permitted"}` becomes `stream_options: not permitted`.
 */
function reasonsIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth > 4) return ''
  if (Array.isArray(value))
    return value
      .slice(0, reasonsMax)
      .map((one) => reasonsIn(one, depth + 1))
      .filter((one) => one !== '')
      .join('; ')
  const members = new Map<string, unknown>(Object.entries(value))
  const place = ['loc', 'param', 'field', 'path'].map((name) => placeOf(members.get(name))).find((one) => one !== '')
  const said = ['msg', 'message', 'detail', 'reason', 'error', 'errors']
    .map((name) => reasonsIn(members.get(name), depth + 1))
    .find((one) => one !== '')
  if (said === undefined) return ''
  return place === undefined || said.includes(place) ? said : `${place}: ${said}`
}

/** Returns the field that a reason is about. */
function placeOf(value: unknown): string {
  const parts = Array.isArray(value)
    ? value.filter((one) => typeof one === 'string' || typeof one === 'number')
    : [value]
  const [first] = parts
  const named = first === 'body' || first === 'query' ? parts.slice(1) : parts
  return named.every((one) => typeof one === 'string' || typeof one === 'number') ? named.join('.').slice(0, 200) : ''
}
