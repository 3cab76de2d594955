/** Longest alternative text of a picture, in UTF-16 units. */
const altMax = 500
const head = /^!\[[^\]\n]{0,500}\]\(\s{0,5}<?data:image\/[a-z0-9.+-]{1,40}(?:;[a-z0-9=-]{1,40}){0,3},/i
const begunData = 'data:image/'
const dataHeadMax = 200

/**
 * Takes pictures such as `![image](data:image/png;base64,…)` out of a text that arrives in parts, wherever the parts end:
 * as text they would be sent again with each turn.
 */
export class InlinePictures {
  private readonly found: (dataUrl: string) => void
  private held = ''
  /** The data of a picture that has not ended, in pieces; null outside of one. */
  private data: string[] | null = null

  /** `found` gets the data URL of each picture. */
  constructor(found: (dataUrl: string) => void) {
    this.found = found
  }

  push(part: string): string {
    let said = ''
    let rest = part
    for (;;) {
      if (this.data !== null) {
        const end = rest.indexOf(')')
        this.data.push(end < 0 ? rest : rest.slice(0, end))
        if (end < 0) return said
        this.found(this.data.join('').replace(/>\s{0,5}$/, ''))
        this.data = null
        rest = rest.slice(end + 1)
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

  /** Returns the text that was held back. A picture that was cut goes to `found` as far as it came. */
  end(): string {
    const { data, held } = this
    this.held = ''
    this.data = null
    if (data !== null) this.found(data.join(''))
    return held
  }
}

/** Whether a text that begins with `![` may go on as a picture with its data. */
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
