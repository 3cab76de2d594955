/** Returns the seconds of a RIFF/WAVE file: its actual sample bytes, divided by the rate of its format. */
export function wavSeconds(file: Buffer): number | undefined {
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= file.length; ) {
    const type = file.toString('latin1', at, at + 4)
    const size = file.readUInt32LE(at + 4)
    if (type === 'fmt ' && at + 24 <= file.length) bytesPerSecond = file.readUInt32LE(at + 16)
    if (type === 'data' && bytesPerSecond > 0) {
      // An interrupted recorder leaves a size of 0 or the maximum.
      const present = file.length - at - 8
      return (size === 0 ? present : Math.min(size, present)) / bytesPerSecond
    }
    at += 8 + size + (size % 2)
  }
  return undefined
}

/** Returns the seconds of a FLAC file, from its stream information. */
export function flacSeconds(file: Buffer): number | undefined {
  if (file.length < 26) return undefined
  const rate = file.readUIntBE(18, 3) >>> 4
  const samples = ((file[21] ?? 0) & 0x0f) * 2 ** 32 + file.readUInt32BE(22)
  return rate > 0 && samples > 0 ? samples / rate : undefined
}

/** Returns the seconds of an MP4, M4A or MOV file, from its movie header. */
export function mp4Seconds(file: Buffer): number | undefined {
  const movie = findBox(file, 0, file.length, 'moov')
  const header = movie && findBox(file, movie.start, movie.end, 'mvhd')
  if (!header || header.end - header.start < 20) return undefined
  const wide = file[header.start] === 1
  if (wide && header.end - header.start < 32) return undefined
  const scale = file.readUInt32BE(header.start + (wide ? 20 : 12))
  const length = wide ? Number(file.readBigUInt64BE(header.start + 24)) : file.readUInt32BE(header.start + 16)
  return scale > 0 ? length / scale : undefined
}

function findBox(file: Buffer, from: number, to: number, wanted: string): { start: number; end: number } | undefined {
  for (let at = from; at + 8 <= to; ) {
    const short = file.readUInt32BE(at)
    const wide = short === 1 && at + 16 <= to
    const size = wide ? Number(file.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    if (size < 8) return undefined
    if (file.toString('latin1', at + 4, at + 8) === wanted) {
      return { start: at + (wide ? 16 : 8), end: Math.min(to, at + size) }
    }
    at += size
  }
  return undefined
}
