import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input, type InputVideoTrack } from 'mediabunny'
import { isWholeVideo } from './video-structure.ts'

/** What a video file says of itself. */
export interface VideoFacts {
  readonly mime: 'video/mp4' | 'video/quicktime' | 'video/webm' | 'video/x-matroska'
  /** Pixels as shown, after rotation. */
  readonly width: number
  readonly height: number
  /** ms; null where the file does not say. */
  readonly duration: number | null
}

const mimes: readonly VideoFacts['mime'][] = ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-matroska']

/**
 * Reads what kind of video a file is, by its content; null where it is none: another kind of file, one without pictures
 * that move, or one of which a part is missing. Reads no more of it than that takes.
 */
export async function readVideo(path: string): Promise<VideoFacts | null> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    const format = await input.getFormat()
    const mime = mimes.find((known) => known === format.mimeType)
    const track = await input.getPrimaryVideoTrack()
    if (mime === undefined || track === null) return null
    const width = await track.getDisplayWidth()
    const height = await track.getDisplayHeight()
    if (!(width > 0 && height > 0)) return null
    if (!(await isWholeVideo(path, mime)) || !(await hasBothEnds(track))) return null
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

/** Whether the first picture and the last one are there. */
async function hasBothEnds(track: InputVideoTrack): Promise<boolean> {
  const sink = new EncodedPacketSink(track)
  const first = await sink.getFirstPacket()
  const last = await sink.getPacket(Number.POSITIVE_INFINITY)
  return first !== null && last !== null && first.byteLength > 0 && last.byteLength > 0
}
