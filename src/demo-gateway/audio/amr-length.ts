/** Bytes per 20 ms frame with its header byte, by frame type: eight rates, then comfort noise. */
const frameBytes = [13, 14, 16, 18, 20, 21, 27, 32, 6]
/** Frame type without data: only the header byte. */
const nothing = 15

const magic = '#!AMR\n'

/**
 * Returns the seconds of an AMR file (narrow band, one channel), by counting its frames; undefined for anything else.
 */
export function amrSeconds(file: Buffer): number | undefined {
  if (file.toString('latin1', 0, magic.length) !== magic) return undefined
  let frames = 0
  let at = magic.length
  while (at < file.length) {
    const head = file[at] ?? 0
    const type = (head >> 3) & 0xf
    const bytes = type === nothing ? 1 : frameBytes[type]
    // these bits are always zero
    if (bytes === undefined || (head & 0x83) !== 0) return undefined
    frames += 1
    at += bytes
  }
  return at === file.length && frames > 0 ? frames / 50 : undefined
}
