/** Waveform values per second; see `transcriptSchema`. */
export const valuesPerSecond = 10

/** Returns the bytes of a waveform; empty when unreadable. */
export function waveformBytes(base64: string | null): Uint8Array {
  if (base64 === null) return new Uint8Array()
  try {
    const text = atob(base64)
    return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/**
 * Returns the loudest value in each of `count` equal parts, to fit hours of sound into a width. `total` is the length
 * in values; parts beyond the waveform's end are silent.
 */
export function waveformColumns(bytes: Uint8Array, count: number, total: number = bytes.length): Uint8Array {
  const columns = new Uint8Array(Math.max(0, count))
  for (let column = 0; column < columns.length; column += 1) {
    const from = Math.floor((column * total) / count)
    const to = Math.max(from + 1, Math.ceil(((column + 1) * total) / count))
    let most = 0
    for (let at = from; at < Math.min(to, bytes.length); at += 1) most = Math.max(most, bytes[at] ?? 0)
    columns[column] = most
  }
  return columns
}

/** Returns the time in ms of a share between 0 and 1, clamped to the recording. */
export function timeAt(share: number, duration: number): number {
  return Math.min(1, Math.max(0, share)) * duration
}
