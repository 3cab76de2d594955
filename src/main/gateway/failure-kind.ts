import { isContentCode, saysContentRules } from './content-rules.ts'
import type { Said } from './error-body.ts'

/** The subject of a failure, by its code and words. */
export type FailureKind = 'quota' | 'key' | 'rate' | 'model' | 'content'

/** Only this much of a message is compared, in UTF-16 units. */
const comparedMax = 500

/** Codes and types, in lower case and without separators. */
const quotaCodes = ['insufficient', 'arrear', 'balance', 'billing', 'overdue', 'credit', 'paymentrequired', 'nomoney']
const rateCodes = ['ratelimit', 'toomany', 'throttl', 'requestlimit', 'limitexceeded', 'concurren', 'qps', 'rpmlimit']
const keyCodes = [
  ...['apikey', 'accesskey', 'invalidtoken', 'tokeninvalid', 'tokenexpired', 'accesstoken', 'secretkey'],
  ...['unauthorized', 'unauthenticated', 'authentication', 'authfail', 'invalidauth', 'invalidcredential'],
]

/** Phrases that gateways use when the balance is used up. */
const quotaWords = [
  ...['insufficient balance', 'insufficient credit', 'insufficient fund', 'insufficient quota', 'insufficient_quota'],
  ...['balance is insufficient', 'balance insufficient', 'balance is not enough', 'balance not enough'],
  ...['balance is too low', 'balance too low', 'not enough balance', 'not enough credit', 'not enough quota'],
  ...['no credit', 'out of credit', 'run out of', 'used up', 'exceeded your current quota', 'overdue', 'arrear'],
  ...['payment required', 'top up', 'recharge', 'credit limit', 'spending limit', 'billing', 'is overdrawn'],
  ...[
    '余额',
    '餘額',
    '欠费',
    '欠費',
    '充值',
    '儲值',
    '额度不足',
    '額度不足',
    '额度已',
    '額度已',
    '额度用',
    '額度用',
    '额度耗',
  ],
  ...['没有额度', '无可用额度', '剩余额度', '配额不足', '配额已用', '积分不足', '点数不足', '账户已停', '套餐已'],
]
const rateWords = [
  ...['rate limit', 'ratelimit', 'rate_limit', 'too many requests', 'too frequent', 'throttl', 'slow down'],
  ...['requests per', 'tokens per', 'per minute', 'per second', 'resource exhausted', 'concurrency', 'concurrent'],
  ...['retry in', 'try again in', '频繁', '頻繁', '限流', '限速', '并发', '速率', '请求过多', '请求数过多'],
]
const weakQuotaWords = ['quota', '配额', '额度', '額度']
const keyWords = [
  ...['unauthorized', 'unauthorised', 'unauthenticated', 'authentication fail', 'login fail', 'not logged in'],
  ...[
    'no such key',
    'no api key',
    'invalid authorization',
    'authorization header',
    '鉴权',
    '认证失败',
    '未授权',
    '身份验证',
  ],
]
/** Names of a key, and words before or after it that say it is invalid. */
const keyNouns = [
  'api key',
  'api-key',
  'api_key',
  'apikey',
  'access key',
  'access token',
  'credential',
  'token',
  '密钥',
  '密鑰',
  '令牌',
  '金鑰',
]
const keyDenials = [
  ...[
    'invalid',
    'incorrect',
    'not valid',
    'expired',
    'wrong',
    'revoked',
    'disabled',
    'missing',
    'not found',
    'no longer',
  ],
  ...[
    'not exist',
    'malformed',
    'required',
    '无效',
    '無效',
    '错误',
    '錯誤',
    '过期',
    '過期',
    '不存在',
    '禁用',
    '失效',
    '不正确',
    '不可用',
    '未提供',
    '封禁',
    '泄露',
    'leaked',
    'compromised',
    'suspended',
  ],
]
const keyDenialWithin = 24
/** Phrases in which a token is a piece of text instead of a key. */
const textTokens = ['max_tokens', 'tokens', 'token limit', 'token count']

/** Words that deny a model, in lower case, and how far after the noun they may begin, in UTF-16 units. */
const denials = ['not found', 'not exist', "doesn't exist", '不存在']
const denialWithin = 120
/** Words that deny a model without naming it. */
const plainDenials = ['no such model', 'unknown model', 'invalid model']

/** Codes of `base_resp`, which mean something else in other gateways. */
const baseRespKinds: Readonly<Record<string, FailureKind>> = {
  1002: 'rate',
  1004: 'key',
  1008: 'quota',
  1039: 'rate',
  2049: 'key',
  2056: 'quota',
}

/** Returns the kind of a failure in an answer with a success status; null for any other. */
export function kindOfFailure(said: Said): FailureKind | null {
  if (/^base_resp\b/.test(said.type) && baseRespKinds[said.code] !== undefined) return baseRespKinds[said.code] ?? null
  if (isAboutQuota(said)) return 'quota'
  if (isAboutContent(said)) return 'content'
  if (isAboutRate(said)) return 'rate'
  if (saysNoSuchModel(said)) return 'model'
  if (isAboutKey(said)) return 'key'
  const words = wordsOf(said)
  if (weakQuotaWords.some((word) => words.includes(word)) || namesOf(said).includes('quota')) return 'quota'
  return (
    [said.code, ...said.type.split(' ')].map((code) => byNumber[code] ?? null).find((kind) => kind !== null) ?? null
  )
}

/** HTTP statuses that gateways repeat as a code. */
const byNumber: Readonly<Record<string, FailureKind>> = { 401: 'key', 402: 'quota', 429: 'rate' }

/** Returns true if a failure is about money. Rate limits are not. */
export function isAboutQuota(said: Said): boolean {
  const words = wordsOf(said)
  const names = namesOf(said)
  if (quotaCodes.some((code) => names.includes(code))) return true
  return !['per minute', 'per second', 'retry in', 'try again in'].some((word) => words.includes(word))
    ? quotaWords.some((word) => words.includes(word))
    : false
}

/** Returns true if a failure is a refusal by content rules: of the prompt, or of its result. */
export function isAboutContent(said: Said): boolean {
  if (isContentCode(said.code, namesOf(said))) return true
  // the same words can be about a key, a model or a limit
  if (isAboutRate(said) || saysNoSuchModel(said) || isAboutKey(said)) return false
  return saysContentRules(wordsOf(said))
}

function isAboutRate(said: Said): boolean {
  const [names, words] = [namesOf(said), wordsOf(said)]
  return rateCodes.some((code) => names.includes(code)) || rateWords.some((word) => words.includes(word))
}

/** Returns true if a failure says that the key is invalid. */
export function isAboutKey(said: Said): boolean {
  const [names, words] = [namesOf(said), wordsOf(said)]
  if (keyCodes.some((code) => names.includes(code)) || keyWords.some((word) => words.includes(word))) return true
  const ofKeys = textTokens.reduce((text, word) => text.replaceAll(word, ''), words)
  return keyNouns.some((noun) => {
    for (let at = ofKeys.indexOf(noun); at >= 0; at = ofKeys.indexOf(noun, at + noun.length)) {
      const near = ofKeys.slice(Math.max(0, at - keyDenialWithin), at + noun.length + keyDenialWithin)
      if (keyDenials.some((denial) => near.includes(denial))) return true
    }
    return false
  })
}

/** Returns true if a refusal is about the model's name. Many gateways report it with a status other than 404. */
export function saysNoSuchModel(said: Said): boolean {
  if (said.code === 'model_not_found' || said.code === 'model_not_exist') return true
  const words = wordsOf(said)
  if (plainDenials.some((denial) => words.includes(denial))) return true
  return ['model', '模型'].some((noun) => {
    const at = words.indexOf(noun)
    const after = at < 0 ? '' : words.slice(at, at + denialWithin)
    return denials.some((denial) => after.includes(denial))
  })
}

/** Phrases that servers use for a path they do not have, in lower case. */
const missingPaths = [
  'invalid url',
  'cannot post',
  'cannot get',
  'page not found',
  'no route',
  'route not found',
  'path not found',
  'endpoint not found',
  'url not found',
  'no static resource',
  'no handler found',
  'unknown path',
  'unknown endpoint',
  'unknown request url',
  'unrecognized request url',
  'unknown url',
  '接口不存在',
  '路径不存在',
  '接口未找到',
] as const

/** Returns true if a 404 is about the request's path instead of a model: the gateway lacks the whole endpoint. */
export function saysNoSuchEndpoint(said: Said): boolean {
  const words = wordsOf(said).trim()
  if (saysNoSuchModel(said) || words.includes('model') || words.includes('模型')) return false
  return words === 'not found' || words === 'not found.' || missingPaths.some((path) => words.includes(path))
}

function wordsOf({ message }: Said): string {
  return message.slice(0, comparedMax).toLowerCase()
}

function namesOf({ code, type }: Said): string {
  return `${code} ${type}`.slice(0, comparedMax).toLowerCase().replace(/[_.-]/g, '')
}
