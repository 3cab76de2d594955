import { beginsAsEvents, eventsIn } from './event-lines.ts'
import { type Fields, isFields } from './liberal-fields.ts'
import { readLiberalJson } from './liberal-json.ts'

/**
 * Finds the error in an answer with a success status, in any form that gateways use: `error`, `errors`, `success:
 * false`, a code with a sentence, `base_resp`, and others. Returns the members that describe it; null if there is none.
 * All endpoints use this function.
 */
export function failureIn(value: unknown, name = ''): Fields | null {
  if (Array.isArray(value)) return failureInList(value)
  if (!isFields(value)) return null
  const isFailed = hasError(value) || isNamedError(value, name) || isDenied(value) || hasBadEnvelope(value)
  return isFailed || (!hasResult(value) && isRefusal(value)) ? described(value) : null
}

/** Finds the error in a whole text, either JSON or events. */
export function failureInText(text: string): Fields | null {
  if (!beginsAsEvents(text)) return failureIn(readLiberalJson(text, { anywhere: true })?.value)
  for (const { data, name } of eventsIn(text)) {
    const failure = failureIn(readLiberalJson(data)?.value, name)
    if (failure !== null) return failure
  }
  return null
}

/** Returns true if the value of an `error` member reports a failure; some gateways use it to report success. */
export function isError(error: unknown): boolean {
  if (typeof error === 'string') return error.trim() !== '' && !isGood(error)
  if (Array.isArray(error)) return error.some(isError)
  if (!isFields(error) || !Object.values(error).some(Boolean)) return false
  const code = first(error, codeNames)
  return !(code !== null && isGood(code) && isGood(first(error, sentenceNames) ?? ''))
}

const errorNames = ['error', 'Error', 'err', 'errors'] as const
const innerNames = ['data', 'result', 'response', 'Response', 'output'] as const

function hasError(value: Fields): boolean {
  if (errorNames.some((name) => isError(value[name]))) return true
  const { error } = value
  if ((error === true || (typeof error === 'number' && error !== 0)) && first(value, sentenceNames) !== null)
    return true
  return innerNames.some((name) => {
    const inner = value[name]
    return isFields(inner) && (isError(inner.error) || isError(inner.Error))
  })
}

function isNamedError(value: Fields, name: string): boolean {
  const isNamed = name === 'error' || value.type === 'error' || value.object === 'error'
  return isNamed && !('choices' in value)
}

function isDenied({ success, ok, Success }: Fields): boolean {
  return [success, ok, Success].some((one) => one === false || one === 'false')
}

/** Returns true if the envelope around a result reports a failure. */
function hasBadEnvelope(value: Fields): boolean {
  return ['base_resp', 'header', 'BaseResp'].some((name) => {
    const envelope = value[name]
    if (!isFields(envelope)) return false
    const code = first(envelope, [...codeNames, 'StatusCode'])
    return code !== null && !isGood(code)
  })
}

const codeNames = [
  'code',
  'error_code',
  'errcode',
  'errorCode',
  'err_code',
  'Code',
  'status_code',
  'statusCode',
  'retcode',
]
const sentenceNames = [
  ...['message', 'msg', 'detail', 'error_msg', 'error_message', 'errmsg', 'errorMessage', 'error_description'],
  ...['description', 'Message', 'status_msg'],
]
/** Members that are not part of a result. */
const silentNames: ReadonlySet<string> = new Set([
  ...[...codeNames, ...sentenceNames, ...errorNames, 'type', 'object', 'param', 'success', 'title', 'status', 'reason'],
  ...['request_id', 'requestId', 'RequestId', 'trace_id', 'traceId', 'log_id', 'sid', 'timestamp', 'time', 'path'],
  ...['data', 'result', 'hint', 'help', 'documentation_url', 'instance', 'details'],
])
/** Members that hold the requested result. */
const resultNames = [
  ...['choices', 'data', 'output', 'output_text', 'text', 'content', 'delta', 'result', 'results', 'images', 'image'],
  ...['embeddings', 'embedding', 'candidates', 'response', 'segments', 'transcript', 'transcription', 'models'],
  ...['task_id', 'taskId', 'video_url', 'url', 'item', 'part', 'words', 'b64_json', 'artifacts'],
]

function hasResult(value: Fields): boolean {
  return resultNames.some((name) => isSomething(value[name])) || isFields(value.message)
}

function isSomething(value: unknown): boolean {
  if (value == null || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** Returns true if an object without a result is a refusal: it has a code, a status, or only a sentence. */
function isRefusal(value: Fields): boolean {
  const sentence = first(value, sentenceNames)
  const code = first(value, codeNames)
  const isBare = Object.keys(value).every((name) => silentNames.has(name))
  if (code !== null && !isGood(code)) return sentence === null ? isBare && value.type === undefined : !isGood(sentence)
  if (sentence === null || isGood(sentence)) return false
  const { status } = value
  if (typeof status === 'string') return badStatuses.has(status.toLowerCase())
  if (typeof status === 'number') return status >= 400 && status < 600
  return code === null && isBare
}

const badStatuses: ReadonlySet<string> = new Set(['error', 'failed', 'failure', 'fail', 'denied', 'rejected'])

/** Codes and sentences of a success, in lower case. */
const goodWords: ReadonlySet<string> = new Set([
  ...['', '0', '00', '000', '0000', '1', '200', '201', '202', '10000', '20000', 'ok', 'okay', 'success', 'successful'],
  ...['succeed', 'succeeded', 'succ', 'none', 'null', 'false', 'no error', 'normal', 'completed', 'done'],
  ...['成功', '请求成功', '操作成功', '提交成功', '调用成功', '执行成功', '请求处理成功', '正常'],
])

function isGood(word: string): boolean {
  return goodWords.has(
    word
      .trim()
      .replace(/[.!。！]$/, '')
      .toLowerCase(),
  )
}

function first(value: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const said = value[name]
    if (typeof said === 'string' && said !== '') return said
    if (typeof said === 'number') return String(said)
  }
  return null
}

/** Returns the errors of a list if every item is one; null otherwise. */
function failureInList(list: readonly unknown[]): Fields | null {
  const isFailed = list.length > 0 && list.every((one) => isFields(one) && isError(one.error))
  return isFailed ? { errors: list.slice(0, describedMax) } : null
}

const describedMax = 10

/** Returns the members that describe a failure, without the results that came with it. */
function described(value: Fields): Fields {
  const kept = [...errorNames, 'base_resp', 'BaseResp', 'header', 'usage', 'metadata', 'detail', 'message']
  return Object.fromEntries([
    ...Object.entries(value).filter(([name, one]) => kept.includes(name) || typeof one !== 'object'),
    ...innerNames.flatMap((name) => {
      const inner = value[name]
      return isFields(inner) && (isError(inner.error) || isError(inner.Error)) ? [[name, inner] as const] : []
    }),
  ])
}
