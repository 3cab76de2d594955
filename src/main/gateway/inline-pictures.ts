/** Longest alternative text of a picture, in UTF-16 units. */
const altMax = 500
const head = /^!\[[^\]\n]{0,500}\]\(\s{0,5}<?data:image\/[a-z0-9.+-]{1,40}(?:;[a-z0-9=-]{1,40}){0,3},/i
const begunData = 'data:image/'
const dataHeadMax = 200
/** Characters outside base64, which here includes the URL-safe alphabet and percent escapes. */
const notBase64 = /[^\w+/=%-]/
/**
 * Letters without a space that are too long for a word, so they are data that continues after a space or an empty line.
 */
const runMin = 16
/** Characters examined to distinguish data from words. */
const aheadMax = 60
/** Longest title of a picture with the characters around it, in UTF-16 units. */
const tailMax = 600

/**
 * Removes pictures such as `![image](data:image/png;base64,…)` from a text that arrives in parts, wherever the parts
 * end. Left in the text, they would be sent again with each turn.
 */
export class InlinePictures {
  private readonly found: (dataUrl: string) => void
  private held = ''
  /** The data of an unfinished picture, in pieces; null outside a picture. */
  private data: string[] | null = null
  /** Text after base64 data that may still be a title and the end of the picture. */
  private tail = ''

  /** `found` gets the data URL of each picture. */
  constructor(found: (dataUrl: string) => void) {
    this.found = found
  }

  push(part: string): string {
    let said = ''
    let rest = part
    for (;;) {
      if (this.data !== null) {
        const behind = this.textAfterPicture(this.data, rest)
        if (behind === null) return said
        this.found(this.data.join('').replace(/>\s{0,5}$/, ''))
        this.data = null
        rest = behind
      }
      const text = this.held + rest
      this.held = ''
      const at = text.indexOf('![')
      if (at < 0) {
        const end = text.endsWith('!') ? text.length - 1 : text.length
        this.held = text.slice(end)
        return said + text.slice(0, end)
      }
      said += text.slice(0, at)
      const picture = text.slice(at)
      const opening = head.exec(picture.slice(0, altMax + dataHeadMax))
      if (opening !== null) {
        const start = opening[0].indexOf('data:', opening[0].lastIndexOf(']('))
        this.data = [opening[0].slice(start)]
        rest = picture.slice(opening[0].length)
      } else if (mayBegin(picture)) {
        this.held = picture
        return said
      } else {
        said += '!['
        rest = picture.slice(2)
      }
    }
  }

  /** Returns the text that was held back. Passes the received part of a truncated picture to `found`. */
  end(): string {
    const { data, held, tail } = this
    this.held = ''
    this.tail = ''
    this.data = null
    if (data !== null) this.found(data.join(''))
    return held + tail
  }

  /** Adds more of a picture's data. Returns the text after the picture; null while it has not ended. */
  private textAfterPicture(data: string[], part: string): string | null {
    if (!(data[0]?.toLowerCase().endsWith(';base64,') ?? false)) {
      const end = part.indexOf(')')
      data.push(end < 0 ? part : part.slice(0, end))
      return end < 0 ? null : part.slice(end + 1)
    }
    let rest = this.tail + part
    for (;;) {
      const end = rest.search(notBase64)
      data.push(end < 0 ? rest : rest.slice(0, end))
      this.tail = end < 0 ? '' : rest.slice(end)
      if (end < 0) return null
      const blanks = blanksBeforeData(this.tail)
      if (blanks === 'begun') return null
      if (blanks === 0) break
      rest = this.tail.slice(blanks)
    }
    const behind = behindTail(this.tail)
    if (behind !== null) this.tail = ''
    return behind
  }
}

/** Returns the number of spaces before the data continues: 0 if it does not, `begun` if that is not known yet. */
function blanksBeforeData(tail: string): number | 'begun' {
  const blanks = /^\s{0,200}/.exec(tail)?.[0].length ?? 0
  if (blanks === 0) return 0
  const ahead = tail.slice(blanks, blanks + aheadMax)
  const run = /^[\w+/=%-]{0,60}/.exec(ahead)?.[0].length ?? 0
  if (run >= runMin) return blanks
  const after = ahead.slice(run)
  // the last piece of the data is short, and ends with the picture
  if (run > 0 && /^\s{0,20}>?\s{0,20}\)/.test(after)) return blanks
  return /^\s{0,20}>?\s{0,20}$/.test(after) ? 'begun' : 0
}

/**
 * Returns the text after a title and the end of a picture; null while they may still come. Truncated data has neither.
 */
function behindTail(tail: string): string | null {
  const close = tail.indexOf(')')
  const head = tail.slice(0, close < 0 ? tailMax : Math.min(close, tailMax))
  const isTail = /^\r?\n?[ \t]{0,5}>?[ \t]{0,5}(?:["'(][^\n]*)?$/.test(head)
  if (!isTail || tail.length > tailMax) return isTail && close >= 0 ? tail.slice(close + 1) : tail
  return close < 0 ? null : tail.slice(close + 1)
}

/** Returns true if a text that begins with `![` may continue as a picture with its data. */
function mayBegin(text: string): boolean {
  if (text.length > altMax + dataHeadMax) return false
  const close = text.indexOf(']', 2)
  if (close < 0) return !text.includes('\n') && text.length <= altMax + 2
  const after = text.slice(close + 1)
  if (!'('.startsWith(after.slice(0, 1))) return false
  const address = after
    .slice(1)
    .replace(/^\s{0,5}<?/, '')
    .toLowerCase()
  return address.length <= begunData.length
    ? begunData.startsWith(address)
    : /^data:image\/[^,)\s]{0,150}$/.test(address)
}
