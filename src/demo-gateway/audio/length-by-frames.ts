const mpeg1Rates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const mpeg2Rates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const mpegSampleRates = [44_100, 48_000, 32_000]
const aacSampleRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]

/** Returns the seconds of an MP3 file, by adding up its frames; undefined if none is found. */
export function mp3Seconds(file: Buffer): number | undefined {
  let seconds = 0
  for (let at = afterId3(file); at + 4 <= file.length; ) {
    const frame = mp3Frame(file, at)
    if (!frame) at += 1
    else {
      seconds += frame.seconds
      at += frame.bytes
    }
  }
  return seconds > 0 ? seconds : undefined
}

function afterId3(file: Buffer): number {
  if (file.toString('latin1', 0, 3) !== 'ID3' || file.length < 10) return 0
  // Only seven bits of each byte are used.
  return 10 + [6, 7, 8, 9].reduce((size, index) => size * 128 + ((file[index] ?? 0) & 0x7f), 0)
}

/** Reads the frame of MPEG audio layer III at an offset; undefined when there is none. */
export function mp3Frame(file: Buffer, at: number): { seconds: number; bytes: number } | undefined {
  if (file[at] !== 0xff || ((file[at + 1] ?? 0) & 0xe6) !== 0xe2) return undefined
  const version = ((file[at + 1] ?? 0) >> 3) & 3
  const bits = file[at + 2] ?? 0
  const kilobits = (version === 3 ? mpeg1Rates : mpeg2Rates)[bits >> 4] ?? 0
  const halvings = version === 3 ? 1 : version === 2 ? 2 : 4
  const sampleRate = (mpegSampleRates[(bits >> 2) & 3] ?? 0) / halvings
  if (version === 1 || kilobits === 0 || sampleRate === 0) return undefined
  const samples = version === 3 ? 1152 : 576
  const bytes = Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate)) + ((bits >> 1) & 1)
  return { seconds: samples / sampleRate, bytes }
}

/** Returns the seconds of raw AAC in ADTS frames; undefined if the file does not begin with one. */
export function adtsSeconds(file: Buffer): number | undefined {
  let seconds = 0
  for (let at = 0; at + 7 <= file.length; ) {
    if (file[at] !== 0xff || ((file[at + 1] ?? 0) & 0xf6) !== 0xf0) break
    const rate = aacSampleRates[((file[at + 2] ?? 0) >> 2) & 0x0f]
    const bytes = (file.readUInt32BE(at + 2) >>> 5) & 0x1fff || 0
    if (!rate || bytes < 7) break
    seconds += 1024 / rate
    at += bytes
  }
  return seconds > 0 ? seconds : undefined
}

/** Returns the seconds of an Ogg file with Opus or Vorbis, from the position of its last page. */
export function oggSeconds(file: Buffer): number | undefined {
  const vorbis = file.subarray(0, 256).indexOf('\x01vorbis', 0, 'latin1')
  const opus = file.subarray(0, 256).indexOf('OpusHead', 0, 'latin1')
  const rate = opus >= 0 ? 48_000 : vorbis >= 0 ? file.readUInt32LE(vorbis + 12) : 0
  const skipped = opus >= 0 ? file.readUInt16LE(opus + 10) : 0
  for (let at = file.lastIndexOf('OggS', undefined, 'latin1'); at >= 0 && at + 14 <= file.length; ) {
    const position = file.readBigInt64LE(at + 6)
    if (position >= 0n && rate > 0) return Math.max(0, Number(position) - skipped) / rate
    if (at === 0) break
    at = file.lastIndexOf('OggS', at - 1, 'latin1')
  }
  return undefined
}
