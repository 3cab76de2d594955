import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputFormat,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny'
import type { VideoFacts } from './media-messages.ts'
import { isWholeVideo } from './video-structure.ts'

/** The only accepted formats: an HLS playlist, for example, could name local files to be read. */
const formats: readonly InputFormat[] = [MP4, QTFF, WEBM, MATROSKA]

const mimes: readonly VideoFacts['mime'][] = ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-matroska']

/**
 * Detects the kind of a video by its content. Null for other files, for files without moving pictures, and for
 * incomplete ones.
 * Reads no more than necessary. May loop or exhaust memory, so use it in a thread (`MediaReader`).
 */
export async function readVideo(path: string): Promise<VideoFacts | null> {
  if (!(await isWholeVideo(path).catch(() => false))) return null
  const input = new Input({ source: new FilePathSource(path), formats: [...formats] })
  try {
    const format = await input.getFormat()
    const mime = mimes.find((known) => known === format.mimeType)
    const track = await input.getPrimaryVideoTrack()
    if (mime === undefined || track === null) return null
    const width = await track.getDisplayWidth()
    const height = await track.getDisplayHeight()
    if (!(width > 0 && height > 0)) return null
    if (!(await hasBothEnds(track))) return null
    const seconds = await input.computeDuration()
    return {
      mime,
      width,
      height,
      duration: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : null,
    }
  } catch {
    return null
  } finally {
    input.dispose()
  }
}

/** Resolves to true if the first and the last frame are present. */
async function hasBothEnds(track: InputVideoTrack): Promise<boolean> {
  const sink = new EncodedPacketSink(track)
  const first = await sink.getFirstPacket()
  const last = await sink.getPacket(Number.POSITIVE_INFINITY)
  return first !== null && last !== null && first.byteLength > 0 && last.byteLength > 0
}
