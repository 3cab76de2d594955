/** Reads bytes `from` to `to` of a file; fewer at its end. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>

/** How uncompressed samples are written. */
export type PcmSample = 'u8' | 's8' | 's16' | 's24' | 's32' | 'f32' | 'f64' | 'aLaw' | 'muLaw'

/** Location and format of uncompressed audio in a file. */
export interface PcmLayout {
  /** Bytes of the file with samples, from `dataFrom` to before `dataTo`. */
  readonly dataFrom: number
  readonly dataTo: number
  /** Samples per second. */
  readonly rate: number
  readonly channels: number
  readonly sample: PcmSample
  readonly littleEndian: boolean
  /** False if the size in the header differs from the file's, as after a crash or in a stream. */
  readonly sizesFit: boolean
}

type PcmFormat = Pick<PcmLayout, 'rate' | 'channels' | 'sample' | 'littleEndian'>

/** Bytes of a sample. */
export const sampleBytes = { u8: 1, s8: 1, s16: 2, s24: 3, s32: 4, f32: 4, f64: 8, aLaw: 1, muLaw: 1 } as const

/** Maximum number of chunks before the audio; a damaged file may hold endless empty ones. */
const chunksMax = 1000
/** Size that writers state when they do not know it. */
const unknownSize = 0xffff_ffff

/**
 * Resolves to the layout of a WAV (also RF64, BW64 and RIFX), AIFF, AIFC, CAF or AU file of `size` bytes; null for
 * other files and for compressed audio. Audio with a stated size of zero or a wrong one ends with the file. Rejects as
 * `read` does.
 */
export async function pcmLayout(read: ReadBytes, size: number): Promise<PcmLayout | null> {
  const head = viewOf(await read(0, Math.min(size, 32)))
  if (head.byteLength < 24) return null
  switch (textAt(head, 0)) {
    case 'RIFF':
    case 'RF64':
    case 'BW64':
      return textAt(head, 8) === 'WAVE' ? await riffLayout(read, size, true) : null
    case 'RIFX':
      return textAt(head, 8) === 'WAVE' ? await riffLayout(read, size, false) : null
    case 'FORM':
      return /^AIF[FC]$/.test(textAt(head, 8)) ? await aiffLayout(read, size) : null
    case 'caff':
      return await cafLayout(read, size)
    case '.snd':
      return auLayout(head, size)
    default:
      return null
  }
}

interface Chunk {
  readonly name: string
  /** Offset of its content. */
  readonly at: number
  /** Stated size of its content. */
  readonly size: number
}

/** Yields the chunks from `at` on, until there is no room for another header. Does not check sizes. */
async function* chunks(
  read: ReadBytes,
  from: number,
  end: number,
  form: { readonly littleEndian: boolean; readonly wide?: boolean },
): AsyncGenerator<Chunk> {
  const headBytes = form.wide === true ? 12 : 8
  for (let at = from, count = 0; at + headBytes <= end && count < chunksMax; count += 1) {
    const head = viewOf(await read(at, at + headBytes))
    if (head.byteLength < headBytes) return
    const size = form.wide === true ? Number(head.getBigInt64(4)) : head.getUint32(4, form.littleEndian)
    yield { name: textAt(head, 0), at: at + headBytes, size }
    // CAF does not pad its chunks
    at += headBytes + Math.max(0, size) + (form.wide === true ? 0 : size % 2)
  }
}

async function riffLayout(read: ReadBytes, size: number, littleEndian: boolean): Promise<PcmLayout | null> {
  let format: PcmFormat | null = null
  let wide: number | null = null
  for await (const chunk of chunks(read, 12, size, { littleEndian })) {
    if (chunk.name === 'fmt ') {
      format = waveFormat(viewOf(await read(chunk.at, chunk.at + Math.min(chunk.size, 40))), littleEndian)
      if (format === null) return null
    } else if (chunk.name === 'ds64') {
      const sizes = viewOf(await read(chunk.at, chunk.at + 24))
      if (sizes.byteLength >= 16) wide = Number(sizes.getBigUint64(8, true))
    } else if (chunk.name === 'data') {
      if (format === null) return null
      const stated = chunk.size === unknownSize && wide !== null ? wide : chunk.size
      return { ...format, ...(await dataRange(read, size, { ...chunk, size: stated }, { littleEndian })) }
    }
  }
  return null
}

/**
 * Returns the range of audio in a data chunk. Its stated size is trusted if only other chunks, a tag or a few bytes
 * follow it.
 */
async function dataRange(
  read: ReadBytes,
  size: number,
  { at, size: stated }: Pick<Chunk, 'at' | 'size'>,
  form: { readonly littleEndian: boolean },
): Promise<Pick<PcmLayout, 'dataFrom' | 'dataTo' | 'sizesFit'>> {
  const end = at + stated
  const fits =
    end <= size &&
    (stated > 0 || at === size) &&
    (isLittle(size - end, stated) ||
      (await beginsWithTag(read, end)) ||
      (await endsInChunks(read, end + (stated % 2), size, form)))
  return { dataFrom: at, dataTo: fits ? end : size, sizesFit: fits }
}

/** Returns true if the bytes after the audio are too few to be audio missing from the stated size. */
function isLittle(rest: number, stated: number): boolean {
  return rest < stated / 100 && rest < 1024 * 1024
}

/** Resolves to true if data begins there that programs append without a chunk: ID3, APE or Lyrics3 tags, or XML. */
async function beginsWithTag(read: ReadBytes, at: number): Promise<boolean> {
  // after an odd size there may be a padding byte
  const text = String.fromCharCode(...(await read(at, at + 12)))
  return /^\0?(TAG|ID3|APETAGEX|LYRICSBEGIN|<\?xml)/.test(text)
}

/** Resolves to true if only whole chunks, or less than a header, follow up to the end of the file. */
async function endsInChunks(
  read: ReadBytes,
  from: number,
  size: number,
  form: { readonly littleEndian: boolean },
): Promise<boolean> {
  let end = from
  for await (const chunk of chunks(read, from, size, form)) {
    if (!/^[\x20-\x7e]{4}$/.test(chunk.name)) return false
    end = chunk.at + chunk.size
    if (end > size) return false
  }
  return size - end < 10
}

/**
 * Returns the format of a WAV file; null for compressed audio.
 * https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE
 */
function waveFormat(view: DataView, littleEndian: boolean): PcmFormat | null {
  if (view.byteLength < 16) return null
  const channels = view.getUint16(2, littleEndian)
  const stated = view.getUint16(0, littleEndian)
  const code = stated === 0xfffe && view.byteLength >= 26 ? view.getUint16(24, littleEndian) : stated
  const block = view.getUint16(12, littleEndian)
  const bits = view.getUint16(14, littleEndian)
  const whole = channels > 0 && block % channels === 0 ? block / channels : 0
  const bytes = whole >= 1 && whole <= 8 ? whole : Math.ceil(bits / 8)
  const sample = waveSample(code, bytes)
  return sample && { rate: view.getUint32(4, littleEndian), channels, sample, littleEndian }
}

function waveSample(code: number, bytes: number): PcmSample | null {
  switch (code) {
    case 1:
      return bytes === 1 ? 'u8' : signed(bytes)
    case 3:
      return bytes === 4 ? 'f32' : bytes === 8 ? 'f64' : null
    case 6:
      return 'aLaw'
    case 7:
      return 'muLaw'
    default:
      return null
  }
}

function signed(bytes: number): PcmSample | null {
  return ([null, 's8', 's16', 's24', 's32'] as const)[bytes] ?? null
}

async function aiffLayout(read: ReadBytes, size: number): Promise<PcmLayout | null> {
  const form = { littleEndian: false }
  let format: PcmFormat | null = null
  for await (const chunk of chunks(read, 12, size, form)) {
    if (chunk.name === 'COMM') {
      format = aiffFormat(viewOf(await read(chunk.at, chunk.at + Math.min(chunk.size, 22))))
      if (format === null) return null
    } else if (chunk.name === 'SSND') {
      if (format === null) return null
      const head = viewOf(await read(chunk.at, chunk.at + 8))
      if (head.byteLength < 8) return null
      const range = await dataRange(read, size, chunk, form)
      return { ...format, ...range, dataFrom: Math.min(range.dataTo, chunk.at + 8 + head.getUint32(0)) }
    }
  }
  return null
}

/** Returns the format of an AIFF or AIFC file; null for compressed audio. */
function aiffFormat(view: DataView): PcmFormat | null {
  if (view.byteLength < 18) return null
  const bytes = Math.ceil(view.getUint16(6) / 8)
  const codec = view.byteLength >= 22 ? textAt(view, 18) : 'NONE'
  const sample = aiffSample(codec, bytes)
  const littleEndian = codec === 'sowt'
  return sample && { rate: extendedAt(view, 8), channels: view.getUint16(0), sample, littleEndian }
}

function aiffSample(codec: string, bytes: number): PcmSample | null {
  switch (codec.toLowerCase()) {
    case 'none':
    case 'twos':
    case 'sowt':
      return signed(bytes)
    case 'raw ':
      return 'u8'
    case 'in24':
      return 's24'
    case 'in32':
      return 's32'
    case 'fl32':
      return 'f32'
    case 'fl64':
      return 'f64'
    case 'alaw':
      return 'aLaw'
    case 'ulaw':
      return 'muLaw'
    default:
      return null
  }
}

/** Reads an 80-bit float, the form in which AIFF stores its rate. */
function extendedAt(view: DataView, at: number): number {
  const exponent = view.getUint16(at) & 0x7fff
  return Number(view.getBigUint64(at + 2)) * 2 ** (exponent - 16_383 - 63)
}

async function cafLayout(read: ReadBytes, size: number): Promise<PcmLayout | null> {
  let format: PcmFormat | null = null
  for await (const chunk of chunks(read, 8, size, { littleEndian: false, wide: true })) {
    if (chunk.name === 'desc') {
      format = cafFormat(viewOf(await read(chunk.at, chunk.at + 32)))
      if (format === null) return null
    } else if (chunk.name === 'data') {
      if (format === null) return null
      // -1 means up to the end and is valid; the audio begins after an edit count
      const end = chunk.size > 4 ? chunk.at + chunk.size : size
      const dataFrom = Math.min(size, chunk.at + 4)
      return { ...format, dataFrom, dataTo: Math.min(end, size), sizesFit: chunk.size !== 0 && end <= size }
    }
  }
  return null
}

/** Returns the format of a CAF file; null for compressed audio. */
function cafFormat(view: DataView): PcmFormat | null {
  if (view.byteLength < 32) return null
  const [rate, codec, flags] = [view.getFloat64(0), textAt(view, 8), view.getUint32(12)]
  const channels = view.getUint32(24)
  const bytes = Math.ceil(view.getUint32(28) / 8)
  const isFloat = (flags & 1) !== 0
  const plain = isFloat ? waveSample(3, bytes) : signed(bytes)
  const sample = codec === 'lpcm' ? plain : codec === 'alaw' ? 'aLaw' : codec === 'ulaw' ? 'muLaw' : null
  return sample && { rate, channels, sample, littleEndian: (flags & 2) !== 0 }
}

const auSamples: Readonly<Record<number, PcmSample>> = {
  1: 'muLaw',
  2: 's8',
  3: 's16',
  4: 's24',
  5: 's32',
  6: 'f32',
  7: 'f64',
  27: 'aLaw',
}

function auLayout(head: DataView, size: number): PcmLayout | null {
  const sample = auSamples[head.getUint32(12)]
  if (sample === undefined) return null
  const [from, stated] = [head.getUint32(4), head.getUint32(8)]
  const fits = stated > 0 && from + stated <= size
  const dataFrom = Math.min(from, size)
  return {
    ...{ dataFrom, dataTo: fits ? from + stated : size, sizesFit: fits || stated === unknownSize },
    ...{ rate: head.getUint32(16), channels: head.getUint32(20), sample, littleEndian: false },
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function textAt(view: DataView, at: number): string {
  return view.byteLength < at + 4 ? '' : String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))
}
