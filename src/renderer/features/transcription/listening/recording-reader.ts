import { ALL_FORMATS, AudioSampleSink, Input, type InputAudioTrack, MP3, MPEG_TS, OGG, UrlSource } from 'mediabunny'
import type { CallInput } from '../../../../shared/ipc/contract.ts'
import { type PcmLayout, pcmLayout, type ReadBytes } from '../../../../shared/pcm-layout.ts'
import type { SoundTrackChoice, SoundTracks } from '../../../../shared/transcript.ts'
import { readBlock } from './media-block.ts'
import { decodeMp3 } from './mp3-decoder.ts'
import { isChained } from './ogg-streams.ts'
import { pcmSeconds, pcmStretches } from './pcm-sound.ts'
import { isPossibleSound } from './possible-sound.ts'
import { openTracks, readableTracks, trackReader } from './sound-tracks.ts'
import { type Sound, type Stretch, stretchesOf } from './stretches.ts'

/** Why a recording cannot be analysed. */
export type NotHeard = CallInput<'transcription.notHeard'>['why']

/** An opened recording. */
export interface Recording {
  /** Length by its header, in s; null when it states none. */
  readonly duration: number | null
  /** Sound tracks of the recording, and which one is read; null for a recording with a single track. */
  readonly sound: SoundTracks | null
  readonly stretches: () => AsyncGenerator<Stretch>
  readonly close: () => void
}

/** Maximum number of bytes of a file kept in memory. */
const cacheBytes = 4 * 1024 * 1024

/**
 * Opens a recording of `bytes` bytes at a URL that supports byte ranges. Of several sound tracks it reads the chosen
 * one, or the loudest.
 */
export async function openRecording(
  url: string,
  bytes: number,
  choice: SoundTrackChoice | null,
): Promise<Recording | NotHeard> {
  const read: ReadBytes = async (from, to) =>
    from >= Math.min(to, bytes) ? new Uint8Array(0) : await readBlock(url, from, Math.min(to, bytes))
  const layout = await pcmLayout(read, bytes).catch(() => null)
  if (layout !== null) return pcmRecording(layout, read)
  const source = new UrlSource(url, {
    maxCacheSize: cacheBytes,
    // a local server: three failures mean that the file is gone
    getRetryDelay: (attempts) => (attempts < 3 ? 0.2 * 2 ** attempts : null),
  })
  const input = new Input({ source, formats: ALL_FORMATS })
  const refuse = (why: NotHeard): NotHeard => {
    input.dispose()
    return why
  }
  if (!(await input.canRead())) return refuse('unknown_format')
  let track: InputAudioTrack | null
  try {
    track = await input.getPrimaryAudioTrack()
    // a video cut off before its track list has no tracks at all
    if (track === null) return refuse((await input.getTracks()).length === 0 ? 'damaged' : 'no_sound_track')
    if (!(await track.canDecode()) && (await readableTracks(input)).length === 0) return refuse('unknown_format')
    if ((await input.getFormat()) === OGG && (await isChained(read, bytes))) return refuse('unknown_format')
  } catch {
    return refuse('damaged')
  }
  const begin = await beginOf(input, track)
  const several = await readableTracks(input).catch(() => [])
  if (several.length > 1) {
    const { duration, sound, stretches } = await openTracks(several, choice, begin)
    return { duration, sound, stretches, close: () => input.dispose() }
  }
  const opened = several[0] ?? track
  const isMp3 = (await input.getFormat()) === MP3
  return {
    duration: await opened.getDurationFromMetadata().catch(() => null),
    sound: null,
    // without a start, sound before zero is read too
    stretches: () =>
      isMp3
        ? stretchesOf(mp3Sound(opened, url, bytes))
        : begin === 0
          ? stretchesOf(new AudioSampleSink(opened).samples())
          : trackReader(opened, begin)(),
    close: () => input.dispose(),
  }
}

/**
 * Resolves to the time at which the clock of a recording begins, in s. The clock of MPEG-TS is the sender's, and may be
 * hours ahead. In other formats, time before the first sound belongs to the recording.
 */
async function beginOf(input: Input, track: InputAudioTrack): Promise<number> {
  if ((await input.getFormat()) !== MPEG_TS) return 0
  return Math.max(0, await track.getFirstTimestamp().catch(() => 0))
}

function pcmRecording(layout: PcmLayout, read: ReadBytes): Recording | NotHeard {
  if (!isPossibleSound({ numberOfChannels: layout.channels, sampleRate: layout.rate })) return 'damaged'
  return {
    duration: pcmSeconds(layout),
    sound: null,
    stretches: () => pcmStretches(layout, read),
    close: () => {},
  }
}

async function* mp3Sound(track: InputAudioTrack, url: string, bytes: number): AsyncGenerator<Sound> {
  const config = await track.getDecoderConfig()
  if (config === null) throw new Error('the sound cannot be decoded')
  // a decoder's first output is the beginning, whatever its time stamp
  let first: number | null = null
  for await (const sound of decodeMp3(url, bytes, config)) {
    const { numberOfChannels, numberOfFrames, sampleRate } = sound
    first ??= sound.timestamp
    yield {
      numberOfChannels,
      numberOfFrames,
      sampleRate,
      timestamp: (sound.timestamp - first) / 1e6,
      copyTo: (target, options) => sound.copyTo(target, options),
      close: () => sound.close(),
    }
  }
}
