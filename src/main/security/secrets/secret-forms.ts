/** Longer forms are searched for in pieces, so that comparing stays cheap. */
const formMax = 512
const pieceLength = 256

/**
 * Returns the forms in which a secret can come back: plain, reversed, in hexadecimal and in base64 at any offset, also
 * of its UTF-16. `textLevels` handles escapes, line breaks and invisible characters.
 */
export function formsOf(secret: string): readonly string[] {
  const utf8 = Buffer.from(secret)
  const wide = Buffer.from(secret, 'utf16le')
  // the outer byte of a letter is a NUL, which may belong to the surrounding text
  const [little, big] = [wide.subarray(0, -1), Buffer.from(wide).swap16().subarray(1)]
  const plain = secret.replace(/[\r\n]+/g, '')
  const forms = [
    ...[secret, plain].flatMap((text) => [text, [...text].reverse().join('')]),
    ...[utf8, little, big].flatMap(codedForms),
    ...foreignForms(secret, utf8),
  ]
  return [...new Set(forms)].flatMap(piecesOf)
}

function codedForms(bytes: Buffer): readonly string[] {
  const hex = bytes.toString('hex')
  const coded = [0, 1, 2].flatMap((shift) => {
    // only characters without bits of neighbouring bytes
    const from = [0, 2, 3][shift] ?? 0
    const whole = Math.floor(((shift + bytes.length) * 8) / 6)
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes])
    return [shifted.toString('base64'), shifted.toString('base64url')].map((text) => text.slice(from, whole))
  })
  return [hex, hex.toUpperCase(), ...coded]
}

/**
 * Returns the forms of a secret that is not ASCII: its bytes read as Latin-1, and its escapes in JSON and in addresses.
 */
function foreignForms(secret: string, utf8: Buffer): readonly string[] {
  if (/^[\0-\x7f]*$/.test(secret)) return []
  const json = secret.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const address = encodeURIComponent(secret.toWellFormed())
  const lower = (text: string): string => text.replace(/%[\dA-F]{2}/g, (coded) => coded.toLowerCase())
  const upper = json.replace(/\\u[\da-f]{4}/g, (coded) => `\\u${coded.slice(2).toUpperCase()}`)
  return [utf8.toString('latin1'), json, upper, address, lower(address)]
}

function piecesOf(form: string): readonly string[] {
  if (form.length <= formMax) return [form]
  const starts = Array.from({ length: Math.floor(form.length / pieceLength) }, (_, index) => index * pieceLength)
  return [...starts, form.length - pieceLength].map((start) => form.slice(start, start + pieceLength))
}
