import { open } from 'node:fs/promises'
import { pcmLayout } from '../../shared/pcm-layout.ts'
import { unopenedSound } from '../../shared/unopened-sound.ts'
import { olderSoundMime, uncompressedMime } from './sound-kinds.ts'

/** Bytes read at the beginning of a file; they usually show its kinds of tracks. */
const headBytes = 64 * 1024

/**
 * Returns the content type of a recording by its bytes, never by its name; null for neither audio nor video. A
 * container that can hold both is `video/…`, unless its beginning shows that it has no picture.
 */
export function recordingMime(head: Uint8Array): string | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to)
  if (text(0, 5) === 'OggS\0') return oggMime(bytes)
  if (text(4, 8) === 'ftyp') return isoMime(bytes)
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === 0x1a45dfa3) return matroskaMime(bytes)
  return uncompressedMime(bytes) ?? olderSoundMime(bytes) ?? framedMime(bytes)
}

/** Reads the beginning of a file and detects its type. Rejects with the file system's error. */
export async function recordingMimeOf(path: string): Promise<string | null> {
  const file = await open(path, 'r')
  try {
    const head = new Uint8Array(headBytes)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return recordingMime(head.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** Returns true if a file begins like a piece of a recording: WAV, 16-bit PCM, one channel, 16 kHz. */
export function isPieceOfSound(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  if (bytes.length < 44 || recordingMime(head) !== 'audio/wav') return false
  const format = bytes.indexOf('fmt ', 12, 'latin1')
  if (format < 0 || format + 24 > bytes.length) return false
  return (
    bytes.readUInt16LE(format + 8) === 1 &&
    bytes.readUInt16LE(format + 10) === 1 &&
    bytes.readUInt32LE(format + 12) === 16_000 &&
    bytes.readUInt16LE(format + 22) === 16
  )
}

/** Types that transcription endpoints are known to accept. */
const takenWhole = new Set(['audio/wav', 'audio/flac', 'audio/ogg', 'audio/mp4', 'audio/mpeg', 'audio/webm'])

/**
 * Returns true if a recording should be sent as WAV: the endpoint does not accept its type, or it is a video. A file
 * that no page can open is sent unchanged.
 */
export function wantsCut(mime: string): boolean {
  return !takenWhole.has(mime) && unopenedSound(mime) === null
}

/** Returns the type of an Ogg file, by the codec of its first pages. */
function oggMime(bytes: Buffer): string {
  if (bytes.includes('\x80theora', 0, 'latin1')) return 'video/ogg'
  if (bytes.includes('\x7fFLAC', 0, 'latin1')) return 'audio/x-oggflac'
  return bytes.subarray(0, 256).includes('Speex   ', 0, 'latin1') ? 'audio/x-speex' : 'audio/ogg'
}

/**
 * Like `wantsCut`, for a file. A WAV file with a wrong size in its header is cut too, because other readers trust the
 * header. Rejects with the file system's error.
 */
export async function fileWantsCut(path: string, mime: string): Promise<boolean> {
  if (mime !== 'audio/wav') return wantsCut(mime)
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const read = async (from: number, to: number): Promise<Uint8Array> => {
      const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from))
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
      return bytes.subarray(0, bytesRead)
    }
    return (await pcmLayout(read, size))?.sizesFit === false
  } finally {
    await file.close()
  }
}

/** Bytes at the beginning or end of an MP4 that usually hold its index. */
const indexBytes = 1024 * 1024
const oneTrack = new Set(['audio/wav', 'audio/flac', 'audio/mpeg'])

/**
 * Resolves to true if a recording certainly has one audio track, so that a gateway cannot pick another one. Rejects
 * with the file system's error.
 */
export async function hasOneTrack(path: string, mime: string): Promise<boolean> {
  if (oneTrack.has(mime)) return true
  if (mime !== 'audio/mp4' && mime !== 'audio/webm' && mime !== 'audio/ogg') return false
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const part = async (from: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(indexBytes), 0, indexBytes, from)
      return buffer.subarray(0, bytesRead)
    }
    const head = await part(0)
    if (mime === 'audio/ogg') return streamsBeginning(head) === 1
    if (mime === 'audio/webm') return [...head.toString('latin1', 0, headBytes).matchAll(/A_[A-Z]{3}/g)].length === 1
    return soundTracksIn(head) === 1 || soundTracksIn(await part(Math.max(0, size - indexBytes))) === 1
  } finally {
    await file.close()
  }
}

/**
 * Returns the number of streams that begin an Ogg file; all begin before any other page.
 * https://www.rfc-editor.org/rfc/rfc3533
 */
function streamsBeginning(bytes: Buffer): number {
  let streams = 0
  for (
    let at = 0;
    bytes.toString('latin1', at, at + 5) === 'OggS\0' && ((bytes[at + 5] ?? 0) & 2) !== 0;
    streams += 1
  ) {
    const segments = bytes[at + 26] ?? 0
    const content = bytes.subarray(at + 27, at + 27 + segments).reduce((sum, length) => sum + length, 0)
    at += 27 + segments + content
  }
  return streams
}

/** Returns the number of audio tracks in the index of an MP4; 0 if these bytes do not contain it completely. */
function soundTracksIn(bytes: Buffer): number {
  const at = bytes.indexOf('moov', 0, 'latin1') - 4
  const index = at < 0 ? null : bytes.subarray(at, at + bytes.readUInt32BE(at))
  if (index === null || index.length < bytes.readUInt32BE(at)) return 0
  return index.toString('latin1').split('soun\0\0\0\0').length - 1
}

/** Returns the type of an ISO base media file: MP4, M4A, QuickTime. https://mp4ra.org/registered-types/brands */
function isoMime(bytes: Buffer): string {
  const brand = bytes.toString('latin1', 8, 12)
  if (/^M4[AB] /.test(brand)) return 'audio/mp4'
  if (brand === 'qt  ') return 'video/quicktime'
  const has = (track: string): boolean => bytes.includes(`${track}\0\0\0\0`, 0, 'latin1')
  return bytes.includes('hdlr') && has('soun') && !has('vide') ? 'audio/mp4' : 'video/mp4'
}

/**
 * Returns the type of a Matroska file. Codec ids of video tracks begin with `V_`.
 * https://www.matroska.org/technical/codec_specs.html
 */
function matroskaMime(bytes: Buffer): string {
  const webm = bytes.subarray(0, 64).includes('webm')
  const film = bytes.includes('V_VP') || bytes.includes('V_AV1') || bytes.includes('V_MPEG') || bytes.includes('V_MS')
  if (webm) return film ? 'video/webm' : 'audio/webm'
  return film ? 'video/x-matroska' : 'audio/x-matroska'
}

/** Detects audio without a container by its first frame: MPEG audio, or AAC in ADTS, possibly after an ID3 tag. */
function framedMime(bytes: Buffer): string | null {
  const tagged = bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'ID3' && (bytes[3] ?? 0) <= 4
  if (!tagged) return frameAt(bytes, 0)
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 0x7f), 0)
  // The tag may exceed the bytes read (it can hold a picture); such tags are typical of MP3.
  return frameAt(bytes, size + 10) ?? 'audio/mpeg'
}

function frameAt(bytes: Buffer, at: number): string | null {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
  if (first !== 0xff) return null
  // ADTS: sync of 12 bits, layer 0
  if ((second & 0xf6) === 0xf0) return ((third >> 2) & 0xf) < 13 ? 'audio/aac' : null
  const [version, layer, rate] = [(second >> 3) & 3, (second >> 1) & 3, third >> 4]
  const isFrame = (second & 0xe0) === 0xe0 && version !== 1 && layer !== 0 && rate !== 15 && ((third >> 2) & 3) !== 3
  return isFrame ? 'audio/mpeg' : null
}
