import { fail } from '../../../../shared/errors.ts'

/** A value of a row; bytes are not read. */
export type SqliteCell = string | number | null

/** Reads the variable-length number at a position; returns it with the position after it. */
export function numberAt(bytes: Buffer, at: number): readonly [value: number, end: number] {
  let value = 0
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes[at + index] ?? damaged()
    if (index === 8) return [value * 256 + byte, at + 9]
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, at + index + 1]
  }
  return damaged()
}

/** Returns the values of a row at the wanted positions. A row that is older than its last columns lacks these. */
export function valuesOf(
  payload: Buffer,
  wanted: ReadonlySet<number>,
  encoding: string,
): ReadonlyMap<number, SqliteCell> {
  const values = new Map<number, SqliteCell>()
  const [headEnd, start] = numberAt(payload, 0)
  if (headEnd > payload.length) damaged()
  let at = start
  let from = headEnd
  for (let column = 0; at < headEnd; column += 1) {
    const [type, next] = numberAt(payload, at)
    const length = lengthOf(type)
    if (from + length > payload.length) damaged()
    if (wanted.has(column)) values.set(column, cellOf(payload.subarray(from, from + length), type, encoding))
    at = next
    from += length
  }
  return values
}

const lengths = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0]

function lengthOf(type: number): number {
  return type < 12 ? (lengths[type] ?? 0) : Math.floor((type - 12) / 2)
}

function cellOf(bytes: Buffer, type: number, encoding: string): SqliteCell {
  if (type >= 1 && type <= 5) return bytes.readIntBE(0, bytes.length)
  if (type === 6) return Number(bytes.readBigInt64BE(0))
  if (type === 7) return bytes.readDoubleBE(0)
  if (type === 8 || type === 9) return type - 8
  if (type < 13 || type % 2 === 0) return null
  // the database here may end a text at NUL, and keeps no lone surrogates
  return new TextDecoder(encoding).decode(bytes).toWellFormed().replaceAll('\0', '\ufffd')
}

function damaged(): never {
  return fail('import_damaged', 'a row that makes no sense')
}
