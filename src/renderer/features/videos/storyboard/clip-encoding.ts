import { AudioSample, type VideoSample } from 'mediabunny'
import { soundRate } from './clip-reader.ts'

/** A decoded frame. Its time is in seconds. */
export type Frame = Pick<VideoSample, 'timestamp' | 'setTimestamp' | 'close'>

/** Sound of a whole clip. */
export type WholeSound = Pick<AudioBuffer, 'length' | 'getChannelData'>

/** A clip that can be read once. Times are in seconds. */
export interface ReadClip<F extends Frame> {
  readonly begin: number
  readonly seconds: number
  /** Yields the frames in order; each must be closed. */
  readonly frames: () => AsyncGenerator<F, void>
  readonly wholeSound: () => Promise<WholeSound>
}

export interface ClipEncoding<F extends Frame> {
  readonly video: { readonly add: (frame: F) => Promise<void> }
  /** Null for a film without sound. */
  readonly sound: { readonly add: (second: AudioSample) => Promise<void> } | null
  readonly signal: AbortSignal
  /** Called after each frame with its time from the beginning of the clip, in seconds. */
  readonly onTime: (time: number) => void
}

/**
 * Appends a clip at a time in seconds. Resolves to false if it cannot be decoded, or on abort. Closes all frames and
 * sounds in every case, because each holds memory of the decoder.
 */
export async function encodeClip<F extends Frame>(
  clip: ReadClip<F>,
  at: number,
  { onTime, signal, sound, video }: ClipEncoding<F>,
): Promise<boolean> {
  const whole = sound === null ? null : await clip.wholeSound().catch(() => null)
  if (sound !== null && whole === null) return false
  let soundTo = 0
  // sound and picture go in turn, a second at a time, so that neither waits in memory for the other
  const addSound = async (until: number): Promise<void> => {
    for (; sound !== null && whole !== null && soundTo < Math.min(until, clip.seconds); soundTo += 1) {
      const second = secondOf(whole, soundTo, clip.seconds, at)
      await closing(second, () => sound.add(second))
    }
  }
  const addFrame = async (frame: F): Promise<number> => {
    const time = Math.max(0, frame.timestamp - clip.begin)
    await addSound(time)
    frame.setTimestamp(at + time)
    await video.add(frame)
    return time
  }
  const frames = clip.frames()
  try {
    for (;;) {
      const next = await frames.next().catch(() => null)
      if (next === null) return false
      if (next.done === true) break
      const frame = next.value
      const time = await closing(frame, async () => (signal.aborted ? null : await addFrame(frame)))
      if (time === null) return false
      onTime(time)
    }
    if (signal.aborted) return false
    await addSound(clip.seconds)
    return true
  } finally {
    await frames.return()
  }
}

/** Closes a frame or sound after its use, also a failed one. */
async function closing<T>(sample: Pick<Frame, 'close'>, use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } finally {
    sample.close()
  }
}

/** Returns a second of a clip's sound, with its time in the film. */
function secondOf(whole: WholeSound, from: number, seconds: number, at: number): AudioSample {
  const begin = from * soundRate
  const end = Math.min(whole.length, Math.round(Math.min(from + 1, seconds) * soundRate))
  const channels = [0, 1].map((channel) => whole.getChannelData(channel).subarray(begin, end))
  const data = new Float32Array(2 * Math.max(0, end - begin))
  for (const [channel, samples] of channels.entries()) data.set(samples, channel * samples.length)
  return new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels: 2,
    sampleRate: soundRate,
    timestamp: at + from,
  })
}
