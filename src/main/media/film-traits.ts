import type { InputAudioTrack, InputVideoTrack } from 'mediabunny'
import type { VideoDifference } from '../../shared/storyboard.ts'

/** Properties that two videos must share to be joined without encoding. */
export interface FilmTraits {
  readonly codec: string
  /** Codec of the sound; null for a silent video. */
  readonly soundCodec: string | null
  readonly width: number
  readonly height: number
  readonly rotation: number
  /** The decoder's configuration: its codec string and parameter sets. */
  readonly config: string
  /** The same of the sound, with its rate and channels; null for a silent video. */
  readonly sound: string | null
}

/** Returns in what a video differs from the first; null if they can be joined. */
export function differenceOf(first: FilmTraits, other: FilmTraits): VideoDifference | null {
  if (first.codec !== other.codec) return 'codec'
  if (first.width !== other.width || first.height !== other.height || first.rotation !== other.rotation) return 'size'
  if (first.sound !== other.sound) return 'sound'
  return first.config === other.config ? null : 'encoding'
}

/** Reads the traits of a video from its tracks; null if its codecs are unknown. */
export async function traitsOf(video: InputVideoTrack, sound: InputAudioTrack | null): Promise<FilmTraits | null> {
  const codec = await video.getCodec()
  const config = await video.getDecoderConfig()
  const soundConfig = sound === null ? null : await sound.getDecoderConfig()
  if (codec === null || config === null || (sound !== null && soundConfig === null)) return null
  return {
    codec,
    soundCodec: sound && (await sound.getCodec()),
    width: await video.getCodedWidth(),
    height: await video.getCodedHeight(),
    rotation: await video.getRotation(),
    config: `${config.codec} ${hexOf(config.description)}`,
    sound:
      soundConfig &&
      `${soundConfig.codec} ${soundConfig.sampleRate} ${soundConfig.numberOfChannels} ${hexOf(soundConfig.description)}`,
  }
}

function hexOf(description: VideoDecoderConfig['description']): string {
  if (description === undefined) return ''
  const bytes = ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description)
  return bytes.toString('hex')
}
