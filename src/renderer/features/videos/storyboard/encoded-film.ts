import {
  type AudioCodec,
  AudioSampleSource,
  canEncodeAudio,
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  Quality,
  type VideoCodec,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny'
import type { EncodedFormat } from '../../../../shared/storyboard.ts'
import { SubtitledFrames, type Subtitles } from '../subtitles/subtitled-frames.ts'
import { encodeClip } from './clip-encoding.ts'
import { ClipReader, soundRate } from './clip-reader.ts'
import { filmFile } from './film-file.ts'
import type { Clip } from './film-time.ts'

/** Result of encoding a film. `clipId` is that of the clip that cannot be decoded. */
export type EncodedFilm =
  | {
      readonly kind: 'encoded'
      readonly file: Blob
      readonly format: EncodedFormat
      readonly discard: () => Promise<void>
    }
  | { readonly kind: 'unread'; readonly clipId: string }
  | { readonly kind: 'unable' | 'cancelled' }

export interface EncodingParts {
  readonly signal: AbortSignal
  /** Called with the share that is done, from 0 to 1. */
  readonly onPart: (part: number) => void
  /** Cues that are drawn on the frames. */
  readonly subtitles?: Subtitles
}

interface Way {
  readonly video: VideoCodec
  readonly sound: AudioCodec
  readonly format: EncodedFormat
}

/** Ways to encode, the most widely played first. Browsers without licensed codecs have the free ones. */
const ways: readonly Way[] = [
  { video: 'avc', sound: 'aac', format: 'mp4' },
  { video: 'vp9', sound: 'opus', format: 'webm' },
  { video: 'vp8', sound: 'opus', format: 'webm' },
]

// the index of an MP4 goes to the end, because in front it would have to be held in memory with all frames
const formats: Readonly<Record<EncodedFormat, () => OutputFormat>> = {
  mp4: () => new Mp4OutputFormat({ fastStart: false }),
  webm: () => new WebMOutputFormat(),
}

const quality = new Quality('high')

/** Facts about a clip that decide how the film is encoded. */
type ClipFacts = Pick<ClipReader, 'width' | 'height' | 'seconds' | 'hasSound'>

/** Encodes clips as one film in the size of the first. Others are fitted into it; silent ones get silence. */
export async function encodedFilm(clips: readonly Clip[], parts: EncodingParts): Promise<EncodedFilm> {
  const facts: ClipFacts[] = []
  for (const clip of clips) {
    if (parts.signal.aborted) return { kind: 'cancelled' }
    const found = await withClip(clip, async ({ width, height, seconds, hasSound }) => {
      return { width, height, seconds, hasSound }
    })
    if (found === null) return { kind: 'unread', clipId: clip.id }
    facts.push(found)
  }
  return await encoded(clips, facts, parts)
}

/** Opens a clip while `use` runs; resolves to null if it cannot be decoded. One is open at a time, to save memory. */
async function withClip<T>(clip: Clip, use: (reader: ClipReader) => Promise<T>): Promise<T | null> {
  const reader = await ClipReader.open(clip.url)
  try {
    return reader && (await use(reader))
  } finally {
    reader?.close()
  }
}

async function encoded(
  clips: readonly Clip[],
  facts: readonly ClipFacts[],
  { onPart, signal, subtitles }: EncodingParts,
): Promise<EncodedFilm> {
  const [width, height] = [evenSide(facts[0]?.width), evenSide(facts[0]?.height)]
  const hasSound = facts.some((clip) => clip.hasSound)
  const way = await usableWay(width, height, hasSound)
  if (way === null) return { kind: 'unable' }
  const file = await filmFile()
  const output = new Output({ format: formats[way.format](), target: file.target })
  const video = new VideoSampleSource({
    codec: way.video,
    quality,
    sizeChangeBehavior: 'passThrough',
    transform: {
      ...{ width, height, fit: 'contain' },
      ...(subtitles === undefined ? {} : { process: new SubtitledFrames(subtitles, width, height).withCues }),
    },
  })
  output.addVideoTrack(video)
  const sound = hasSound ? new AudioSampleSource({ codec: way.sound, quality }) : null
  if (sound !== null) output.addAudioTrack(sound)
  const total = facts.reduce((sum, { seconds }) => sum + seconds, 0)
  let at = 0
  try {
    await output.start()
    for (const clip of clips) {
      const begin = at
      const onTime = (time: number): void => onPart(Math.min(1, (begin + time) / total))
      const end = await withClip(clip, async (reader) => {
        const isWhole = await encodeClip(reader, begin, { video, sound, signal, onTime })
        return isWhole ? begin + reader.seconds : null
      })
      if (end === null) return signal.aborted ? { kind: 'cancelled' } : { kind: 'unread', clipId: clip.id }
      at = end
    }
    await output.finalize()
    return { kind: 'encoded', file: await file.read(), format: way.format, discard: file.discard }
  } finally {
    if (output.state !== 'finalized') {
      await output.cancel().catch(() => undefined)
      await file.discard()
    }
  }
}

/** Returns the nearest smaller even number of pixels, because encoders take no others. */
function evenSide(side = 2): number {
  return Math.max(2, Math.floor(side / 2) * 2)
}

async function usableWay(width: number, height: number, hasSound: boolean): Promise<Way | null> {
  if (typeof VideoEncoder === 'undefined') return null
  for (const way of ways) {
    const canVideo = await canEncodeVideo(way.video, { width, height, quality })
    const canSound =
      !hasSound || (await canEncodeAudio(way.sound, { sampleRate: soundRate, numberOfChannels: 2, quality }))
    if (canVideo && canSound) return way
  }
  return null
}
