/** Longest text that can be a number or a day, in UTF-16 units. */
const valueMax = 40

/** Units that may be mixed in one column, with their factor to a common base. */
const units: Readonly<Record<string, number>> = {
  ...{ ns: 1e-9, us: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3_600, 毫秒: 1e-3, 秒: 1, 分钟: 60, 小时: 3_600 },
  ...{ kg: 1e3, km: 1e3 },
}
const prefixes: Readonly<Record<string, number>> = { k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12 }
const chinese: Readonly<Record<string, number>> = { 百: 1e2, 千: 1e3, 万: 1e4, 亿: 1e8 }

/**
 * Returns the number in a cell such as `1,234.5`, `-3 %`, `¥20`, `≈ 1.5e3`, `128K` or `1.2万元`, multiplied by its unit;
 * null for text.
 */
export function cellNumber(text: string): number | null {
  if (text.length > valueMax) return null
  const found = /^([^\d.]{0,6})(\d[\d,]*(?:\.\d+)?|\.\d+)(e[+-]?\d{1,3})?([^\d,]*)$/i.exec(text.normalize('NFKC'))
  const [, before = '', digits = '', exponent = '', after = ''] = found ?? []
  const sign = signOf(before)
  const scale = scaleOf(after)
  if (found === null || sign === null || scale === null) return null
  // a single comma before one or two digits is a decimal point
  const plain = /^\d+,\d{1,2}$/.test(digits) ? digits.replace(',', '.') : digits
  if (plain.includes(',') && !/^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(plain)) return null
  const value = Number(plain.replaceAll(',', '') + exponent)
  return Number.isFinite(value) ? sign * value * scale : null
}

/** Returns 1 or -1, depending on the text before a number; null if that is a word, as in `A100`. */
function signOf(before: string): number | null {
  const signs = before.replace(/USD?|CNY?|HKD?|RMB|EUR|GBP|JPY|[AC](?=\$)|约|about/gi, '')
  return /\p{L}|[+\-−].*[+\-−]/u.test(signs) ? null : /[-−]/.test(signs) ? -1 : 1
}

/** Returns the factor of the unit after a number; null if the text is not a unit. */
function scaleOf(after: string): number | null {
  const unit = after.trim().replace(/\+$/, '')
  if (Object.hasOwn(units, unit)) return units[unit] ?? 1
  // 7B means billions, 512 B means bytes
  if (unit === 'B') return after.startsWith(' ') ? 1 : 1e9
  const [, prefix = ''] = /^([kKMGT])(?:i?[Bb](?:ps|\/s)?|Hz|Wh?|bps)?$/.exec(unit) ?? []
  if (prefix !== '') return prefixes[prefix] ?? 1
  if (/^(?:[%‰¥$€£]|°[CF]?|[a-zμ]{1,4}(?:\/[a-z]{1,4})?)?$/i.test(unit)) return monthOf(unit) === null ? 1 : null
  const [, powers] = /^([百千万亿]{0,2})\p{Script=Han}{0,2}$/u.exec(unit) ?? []
  return powers === undefined ? null : [...powers].reduce((all, power) => all * (chinese[power] ?? 1), 1)
}

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november'],
  'december',
]

/** Returns the number of a month from its English name or the beginning of it; null for any other word. */
function monthOf(word: string): number | null {
  const at = word.length < 3 ? -1 : months.findIndex((month) => month.startsWith(word.toLowerCase()))
  return at < 0 ? null : at + 1
}

/**
 * Returns sort values for the days in a column, such as `Mar 5, 2026`, `5 March` or `3/5/2026`; null if a cell is
 * something else. Days that begin with the year need none: they sort as text.
 */
export function columnDays(cells: readonly string[]): readonly (number | null)[] | null {
  const short = cells.map((cell) => (cell.length > valueMax ? 'no day' : cell))
  const numeric = short.map((cell) => /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(cell))
  // a single day beyond 12 decides the order for the column
  const isDayFirst = numeric.some((found) => found?.[2] === '.' || Number(found?.[1] ?? 0) > 12)
  const days = short.map((cell, index) => {
    const [, first, , second, year] = numeric[index] ?? []
    if (year !== undefined) {
      const [month, day] = isDayFirst ? [second, first] : [first, second]
      return orderOf(Number(year), Number(month), Number(day))
    }
    const named =
      /^(?:(\d{1,2})(?:st|nd|rd|th)?[ -])?([a-z]{3,9})\.?(?:[ -](\d{1,2})(?:st|nd|rd|th)?)?(?:,?[ -](\d{4}))?$/i.exec(
        cell,
      )
    const month = monthOf(named?.[2] ?? '')
    return month === null ? null : orderOf(Number(named?.[4] ?? 0), month, Number(named?.[1] ?? named?.[3] ?? 0))
  })
  const isColumn = days.some((day) => day !== null) && days.every((day, index) => day !== null || cells[index] === '')
  return isColumn ? days : null
}

function orderOf(year: number, month: number, day: number): number {
  return (year * 13 + month) * 32 + day
}
