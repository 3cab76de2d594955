/** How many loudness values of a waveform make a second; see `transcriptSchema`. */
export const valuesPerSecond = 10

/** The bytes of a waveform; empty where they cannot be read. */
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
 * The loudest value of each of `count` equal parts: hours of sound in the width that there is. What is beyond the
 * waveform's end is silent (`total` values are as long as the recording).
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

/** Where a place between 0 and 1 lies in a recording, in ms, within it. */
export function timeAt(share: number, duration: number): number {
  return Math.min(1, Math.max(0, share)) * duration
}
