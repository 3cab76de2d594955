import { open } from 'node:fs/promises'
import {
  ADTS,
  FilePathSource,
  FLAC,
  Input,
  type InputFormat,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import { pcmLayout, sampleBytes } from '../../shared/pcm-layout.ts'

/** The only accepted formats: an HLS playlist, for example, could name local files to be read. */
const formats: readonly InputFormat[] = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, FLAC, ADTS, MPEG_TS]

/**
 * Resolves to the length of a recording's sound in ms, without decoding it; null if it cannot be determined. May loop or
 * exhaust memory on damaged input, so use it in a thread (`MediaReader`).
 */
export async function readSoundLength(path: string): Promise<number | null> {
  const plain = await plainLength(path).catch(() => null)
  if (plain !== null) return plain
  const input = new Input({ source: new FilePathSource(path), formats: [...formats] })
  try {
    const track = await input.getPrimaryAudioTrack()
    const seconds = track === null ? Number.NaN : await track.computeDuration()
    return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds * 1000) : null
  } catch {
    return null
  } finally {
    input.dispose()
  }
}

/** Resolves to the length of uncompressed sound; null for other files. */
async function plainLength(path: string): Promise<number | null> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const layout = await pcmLayout(async (from, to) => {
      const buffer = new Uint8Array(Math.max(0, Math.min(to, size) - from))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, from)
      return buffer.subarray(0, bytesRead)
    }, size)
    if (layout === null) return null
    const frames = (layout.dataTo - layout.dataFrom) / (layout.channels * sampleBytes[layout.sample])
    return frames > 0 && layout.rate > 0 ? Math.ceil((frames / layout.rate) * 1000) : null
  } finally {
    await file.close()
  }
}
