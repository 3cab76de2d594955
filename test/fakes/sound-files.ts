/** Uncompressed sound: 16 bits, one channel. */
export interface PlainSound {
  readonly rate: number
  readonly samples: Int16Array
}

/** A sine of this length. */
export function tone(seconds: number, rate = 16_000): PlainSound {
  const samples = Int16Array.from({ length: Math.round(seconds * rate) }, (_value, at) =>
    Math.round(8000 * Math.sin((at * 2 * Math.PI * 440) / rate)),
  )
  return { rate, samples }
}

function swapped(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).subarray().swap16()
}

function plain({ samples }: PlainSound): Buffer {
  return Buffer.from(samples.slice().buffer)
}

interface WaveChanges {
  /** Stated sizes; left out, the right ones. */
  readonly dataSize?: number
  readonly riffSize?: number
  /** Chunks between format and sound, and behind the sound. */
  readonly before?: Buffer
  readonly behind?: Buffer
  /** Code of the format; the samples stay as they are. */
  readonly code?: number
}

/** A chunk of a WAV file. */
export function riffChunk(name: string, content: Buffer, size = content.length): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'latin1')
  head.writeUInt32LE(size, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** A WAV file of this sound. */
export function waveFile(sound: PlainSound, changes: WaveChanges = {}): Buffer {
  const data = plain(sound)
  const { before = Buffer.alloc(0), behind = Buffer.alloc(0), code = 1, dataSize = data.length } = changes
  const format = Buffer.alloc(16)
  format.writeUInt16LE(code, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(sound.rate, 4)
  format.writeUInt32LE(sound.rate * 2, 8)
  format.writeUInt16LE(2, 12)
  format.writeUInt16LE(16, 14)
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    riffChunk('fmt ', format),
    before,
    riffChunk('data', data, dataSize),
    behind,
  ])
  return riffChunk('RIFF', body, changes.riffSize ?? body.length)
}

function iffChunk(name: string, content: Buffer, size = content.length): Buffer {
  const chunk = riffChunk(name, content, size)
  chunk.writeUInt32BE(size, 4)
  return chunk
}

/** An AIFF file of this sound; `sowt` makes it AIFC in the byte order of PCs. */
export function aiffFile(sound: PlainSound, codec: 'none' | 'sowt' | 'ima4' = 'none', dataSize?: number): Buffer {
  const common = Buffer.alloc(codec === 'none' ? 18 : 24)
  common.writeUInt16BE(1, 0)
  common.writeUInt32BE(sound.samples.length, 2)
  common.writeUInt16BE(16, 6)
  const exponent = Math.floor(Math.log2(sound.rate))
  common.writeUInt16BE(16_383 + exponent, 8)
  common.writeBigUInt64BE(BigInt(sound.rate) << BigInt(63 - exponent), 10)
  if (codec !== 'none') common.write(codec, 18, 'latin1')
  const data = Buffer.concat([Buffer.alloc(8), codec === 'none' ? swapped(sound.samples.slice()) : plain(sound)])
  const body = Buffer.concat([
    Buffer.from(codec === 'none' ? 'AIFF' : 'AIFC'),
    iffChunk('COMM', common),
    iffChunk('SSND', data, dataSize),
  ])
  return iffChunk('FORM', body)
}

/** A CAF file of this sound; its size is left open, as recorders write it. */
export function cafFile(sound: PlainSound, codec = 'lpcm'): Buffer {
  const description = Buffer.alloc(32)
  description.writeDoubleBE(sound.rate, 0)
  description.write(codec, 8, 'latin1')
  description.writeUInt32BE(2, 12)
  description.writeUInt32BE(2, 16)
  description.writeUInt32BE(1, 20)
  description.writeUInt32BE(1, 24)
  description.writeUInt32BE(16, 28)
  const chunk = (name: string, content: Buffer, size: number): Buffer => {
    const head = Buffer.alloc(12)
    head.write(name, 0, 'latin1')
    head.writeBigInt64BE(BigInt(size), 4)
    return Buffer.concat([head, content])
  }
  return Buffer.concat([
    Buffer.from('caff\0\x01\0\0', 'latin1'),
    chunk('desc', description, 32),
    chunk('data', Buffer.concat([Buffer.alloc(4), plain(sound)]), -1),
  ])
}

/** An AU file of this sound, with an unknown size. */
export function auFile(sound: PlainSound): Buffer {
  const head = Buffer.alloc(24)
  head.write('.snd', 0, 'latin1')
  for (const [index, value] of [24, 0xffff_ffff, 3, sound.rate, 1].entries()) head.writeUInt32BE(value, 4 + index * 4)
  return Buffer.concat([head, swapped(sound.samples.slice())])
}
