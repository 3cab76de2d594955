import type { Currency, PriceUnit } from './prices.ts'

type Meaning = PriceUnit | 'model' | 'connection' | 'currency' | 'unit'

/** The meaning of a column, according to its heading. */
export interface PriceColumn {
  /** Meaning of the column; null if the heading is not understood or is not about a supported price. */
  readonly meaning: Meaning | null
  /** `foreign` for money that is neither ¥ nor $. */
  readonly currency: Currency | 'foreign' | null
  /** Power of ten that converts the value to a price per million, or per picture; null if the heading does not say. */
  readonly shift: number | null
}

/** Returns a heading or a cell in plain lower case, with separated words. */
function plainWords(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
}

const unreadColumn: PriceColumn = { meaning: null, currency: null, shift: null }

/**
 * Words of columns that are not prices, or are unsupported prices: limits, multipliers, other conditions, other kinds
 * of tokens.
 */
const unread: readonly RegExp[] = [
  /\b(max|maximum|minimum|limits?|context|window|modalit\w*|tpm|rpm|rpd|dimensions?|vector|length|sizes?)\b/,
  /上下文|窗口|最大|最长|最小|上限|限制|限速|长度|模态|并发|维度|尺寸/,
  /\b(support\w*|default|latency|speed|throughput|releases?d?|cutoff|knowledge|system prompt|tool use|types?|family)\b/,
  /延迟|速度|耗时|说明|描述|备注|能力|类型|类别|系列|发布/,
  /\b(above|over|batch\w*|flex|priority|off ?peak|fine ?tun\w*|training|discount\w*|reasoning|thinking tokens?)\b/,
  /超过|批量|批处理|错峰|夜间|闲时|折扣|优惠|微调|训练/,
  /\b(characters?|chars?|pixels?|pages?|quer(y|ies)|requests?|calls?|sessions?|hours?|gb|dbus?|credits?|points?)\b/,
  /字符|像素|小时|积分|点数|额度/,
  /\b(ratios?|multipliers?)\b|倍率|系数/,
  /(model|模型) ?(price|cost|价|费)/,
  /cached? ?(writes?|creation|storage|store)|write cache|缓存(写|创建|存储)|写入缓存|创建缓存/,
  // token prices of content other than text, and of pictures and videos as input
  /(audio|sound|speech|音频|语音).*(input|output|token|输入|输出)|(input|output|输入|输出).*(audio|sound|speech|音频|语音)/,
  /(image|picture|video|图|视频).*(input|token|输入)|(input|输入).*(image|picture|video|图|视频)/,
  /(audio|sound|speech|音频|语音).*(seconds?\b|秒)|(video|视频).*(minutes?\b|分钟)/,
  /(input|output) cost per second/,
]

/** Meanings of headings, the more specific ones first. */
const headings: readonly (readonly [sign: RegExp, meaning: Meaning])[] = [
  [/cache miss|未命中/, 'input'],
  [/cache|缓存/, 'cached'],
  [/currency|币/, 'currency'],
  [/^(billing |price |pricing )?units?$|^(计费|计价|价格)?单位$/, 'unit'],
  [/^connection|连接/, 'connection'],
  [/image|picture|图|张/, 'image'],
  [/\bseconds?\b|video|秒|视频/, 'second'],
  [/\bminutes?\b|audio|sound|transcription|分钟|音频|转写/, 'minute'],
  [/output|completion|输出|补全/, 'output'],
  [/input|prompt|输入|提示/, 'input'],
  [/model|模型|^(id|name|slug|名称)$/, 'model'],
  [/^in(?=$| ?[(/$¥]| (price|cost))/, 'input'],
  [/^out(?=$| ?[(/$¥]| (price|cost))/, 'output'],
]

/** Returns true if the words are about multipliers, from which no price can be derived. */
export function isRatio(heading: string): boolean {
  return /ratio|multiplier|倍率/.test(plainWords(heading))
}

export function columnOf(heading: string): PriceColumn {
  const name = plainWords(heading)
  if (name.length > 100 || unread.some((sign) => sign.test(name))) return unreadColumn
  const meaning = headings.find(([sign]) => sign.test(name))?.[1] ?? null
  // one column for two prices
  if (meaning === 'output' && /input|prompt|输入|提示/.test(name)) return unreadColumn
  if (!isUnit(meaning)) return { ...unreadColumn, meaning }
  const shift = shiftIn(name, meaning)
  return shift === 'unclear' ? unreadColumn : { meaning, currency: currencyIn(heading), shift }
}

export function isUnit(meaning: Meaning | null): meaning is PriceUnit {
  return meaning !== null && !['model', 'connection', 'currency', 'unit'].includes(meaning)
}

/** Returns the rank of a column of model names, lowest first: ids for requests rank before display names. */
export function modelRank(heading: string): number {
  const name = plainWords(heading)
  if (/\bid\b|code|slug|编码|标识|调用/.test(name)) return name === 'id' ? 2 : name === 'slug' ? 3 : 0
  return name === 'name' || name === '名称' ? 4 : 1
}

const foreign =
  /[€£₩₹₽¢]|\b(eur|gbp|jpy|krw|inr|hkd|twd|sgd|aud|cad|chf|rub|cents?)\b|(?<![a-z])(hk|nt|aus?|can?|sg|nz|mx|[acsr])\$|[日韩港台新加澳欧]元|英镑|卢布|卢比|台币|港币|日圆|美分/i

export function currencyIn(text: string): Currency | 'foreign' | null {
  const plain = text.normalize('NFKC')
  if (foreign.test(plain)) return 'foreign'
  if (/\$|usd|dollar|美元|美金/i.test(plain)) return 'USD'
  return /[¥元]|cny|rmb|yuan|人民币/i.test(plain) ? 'CNY' : null
}

/** Returns the part of a cell that names the unit of its price, from the slash on; empty if there is none. */
export function denominatorOf(cell: string): string {
  return /\/.*|每.*|\bper\b.*/is.exec(cell)?.[0] ?? ''
}

/** Returns true if a denominator holds a second price. */
export function hasAnotherPrice(denominator: string): boolean {
  const plain = denominator.normalize('NFKC')
  const each = plain.match(/\/\s?(?:每|per\b)?|每|\bper\b/gi) ?? []
  return each.length > 1 || /[¥$]\s?\d|\d\s?(?:元|美元|usd|cny|rmb)/i.test(plain)
}

const scales: Readonly<Record<string, number>> = {
  ...{ k: 3, thousand: 3, w: 4, mm: 6, mn: 6, mil: 6, m: 6, million: 6, b: 9, billion: 9 },
  ...{ 千: 3, 万: 4, 十万: 5, 百万: 6, 千万: 7, 亿: 8, 十亿: 9 },
}
const scale = '(千万|百万|十万|十亿|千|万|亿|(?:thousand|million|billion|mil|mn|mm|[kmbw])(?=s?(?:tok|[^a-z]|$)))'
const number = '(\\d[\\d,]*)'
const side = '(?:(?:input|output|cached|prompt|completion|输入|输出|个) ?)?'
const token = '(toks?(?:ens?)?|词元|令牌)'
const perAmount = new RegExp(`(?:(?<![a-z])per(?![a-z])|/|每) ?${number}? ?${scale}? ?${side}${token}?`, 'g')
const amountOfTokens = new RegExp(`(?:${number} ?${scale}?|${scale}) ?${side}${token}`, 'g')
const loneAmount = /(?<![\d.,/])1 ?([km])(?![a-z\d])/g

/** Longest text that is read as the amount of a price, in UTF-16 units. */
const wordsMax = 200

/**
 * Returns the power of ten that converts a price in these words to one per million tokens, or per picture. Null if the
 * words do not say; `unclear` if they are ambiguous or about something else.
 */
export function shiftIn(words: string, unit: PriceUnit): number | 'unclear' | null {
  if (words.length > wordsMax) return 'unclear'
  const name = plainWords(words)
  const isOfTokens = unit === 'input' || unit === 'cached' || unit === 'output'
  const found = new Set<number | null>()
  for (const { 0: all, 1: digits, 2: by, 3: tokens, index } of name.matchAll(perAmount)) {
    const power = powerOf(digits, by)
    const rest = name.slice(index + all.length)
    // «per tokens» names no amount
    const isVague = digits === undefined && by === undefined && (tokens === undefined || tokens.endsWith('s'))
    if (!isOfTokens) found.add(tokens === undefined && isFor(unit, `${by ?? ''}${rest}`) ? power : null)
    else if (isVague || (tokens === undefined && by === undefined && (power ?? 0) < 3)) found.add(null)
    else found.add(power)
  }
  if (isOfTokens) {
    for (const [, digits, by, only] of name.matchAll(amountOfTokens)) found.add(powerOf(digits, by ?? only))
    for (const [, by] of name.matchAll(loneAmount)) found.add(powerOf(undefined, by))
    if (/\btoken cost$/.test(name)) found.add(0)
  }
  if (found.size === 0) return null
  const [power] = found
  if (found.size > 1 || power == null) return 'unclear'
  if (isOfTokens) return 6 - power
  return unit === 'image' || power === 0 ? 0 - power : 'unclear'
}

/** Returns true if words name a unit other than tokens that matches the price. */
function isFor(unit: PriceUnit, words: string): boolean {
  const rest = words.trim()
  if (unit === 'image') return /^(images?\b|pictures?\b|pics?\b|张|幅|图)/.test(rest)
  return unit === 'second' ? /^(s\b|secs?\b|seconds?\b|秒)/.test(rest) : /^(m\b|mins?\b|minutes?\b|分钟)/.test(rest)
}

function powerOf(digits: string | undefined, by: string | undefined): number | null {
  const plain = (digits ?? '1').replaceAll(',', '')
  return /^10*$/.test(plain) ? plain.length - 1 + (by === undefined ? 0 : (scales[by] ?? 0)) : null
}
