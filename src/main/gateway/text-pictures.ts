import { InlinePictures } from './inline-pictures.ts'

/** Maximum number of pictures of one text. */
const picturesMax = 50
const altMax = 500
const linkMax = 8_000
const pictureEnding = /\.(?:png|jpe?g|webp|gif|avif|heic|tiff?|bmp)(?:[?#]|$)/i

/** The pictures in a text, as addresses and data URLs, and its other words. */
export interface TextPictures {
  readonly pictures: readonly string[]
  readonly words: string
}

/**
 * Finds pictures in Markdown: data, picture links, and if there are none, bare addresses with the ending of a picture.
 */
export function picturesInText(text: string): TextPictures {
  const pictures: string[] = []
  const add = (found: string): void => {
    if (pictures.length < picturesMax && !pictures.includes(found)) pictures.push(found)
  }
  const inline = new InlinePictures(add)
  const rest = inline.push(text) + inline.end()
  const words = withoutLinked(rest, add)
  for (const [tag] of rest.matchAll(/<img\s[^<>]{1,2000}/gi)) {
    const source = /\ssrc\s{0,5}=\s{0,5}["']?(https?:\/\/[^\s"'<>]{1,2000})/i.exec(tag)?.[1]
    if (source !== undefined) add(source.replaceAll('&amp;', '&'))
  }
  if (pictures.length > 0) return { pictures, words: words.trim() }
  for (const [address] of rest.matchAll(/https?:\/\/[^\s<>"'()[\]{}`]{1,2000}/gi))
    if (pictureEnding.test(address)) add(address)
  return { pictures, words: rest.trim() }
}

/** Returns true if an address has the ending of a picture. */
export function endsAsPicture(address: string): boolean {
  return pictureEnding.test(address)
}

/** Removes each `![…](address)`, in one pass from left to right. */
function withoutLinked(text: string, add: (address: string) => void): string {
  let words = ''
  let from = 0
  let middle = -1
  for (let at = text.indexOf('!['); at >= 0; ) {
    if (middle < at) middle = text.indexOf('](', at)
    if (middle < 0) break
    if (middle - at > altMax) {
      at = text.indexOf('![', at + 2)
      continue
    }
    const target = text.slice(middle + 2, middle + 2 + linkMax)
    const found = /^\s{0,5}<?((?:https?:\/\/|\/)[^\s<>]{1,7900})/i.exec(target)?.[1]
    const address = found === undefined ? '' : withoutClosing(found)
    if (address === '') {
      // no other `![` before this point can begin an address
      at = text.indexOf('![', middle + 2)
      continue
    }
    add(address)
    const end = text.indexOf(')', middle + 2 + target.indexOf(address) + address.length)
    words += text.slice(from, at)
    from = end < 0 ? text.length : end + 1
    at = end < 0 ? -1 : text.indexOf('![', from)
  }
  return words + text.slice(from)
}

/** Returns an address up to the unbalanced parenthesis that closes it. */
function withoutClosing(address: string): string {
  let depth = 0
  for (let at = 0; at < address.length; at += 1) {
    if (address[at] === '(') depth += 1
    else if (address[at] === ')') {
      if (depth === 0) return address.slice(0, at)
      depth -= 1
    }
  }
  // a parenthesis that is never closed is not part of the address
  return depth === 0 ? address : address.slice(0, address.indexOf('('))
}
