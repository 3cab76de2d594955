/** A key in every encoding in which it could be stored. */
export function shapesOf(key: string): readonly (readonly [string, Buffer])[] {
  // base64 depends on the text's offset, so only the part independent of its neighbours is searched
  const base64 = [0, 1, 2].map((shift): readonly [string, Buffer] => {
    const text = Buffer.from('x'.repeat(shift) + key).toString('base64')
    return [`base64, ${shift} off`, Buffer.from(text.slice(shift === 0 ? 0 : 4, -4))]
  })
  return [
    ['plain', Buffer.from(key)],
    ['UTF-16', Buffer.from(key, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(key, 'utf16le').swap16()],
    ['hexadecimal', Buffer.from(Buffer.from(key).toString('hex'))],
    ['reversed', Buffer.from([...key].reverse().join(''))],
    ...base64,
  ]
}

/** The names of the shapes of a key that some bytes hold. */
export function shapesIn(key: string, bytes: Buffer): readonly string[] {
  return shapesOf(key)
    .filter(([, shape]) => bytes.includes(shape))
    .map(([name]) => name)
}
