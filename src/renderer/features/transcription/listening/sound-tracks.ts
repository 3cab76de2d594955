import { AudioSampleSink, type Input, type InputAudioTrack } from 'mediabunny'
import type { SoundTrackChoice, SoundTracks } from '../../../../shared/transcript.ts'
import { hasSoundAtPlaces } from './loudness.ts'
import { mixed } from './mixed-sound.ts'
import { type Stretch, stretchesOf } from './stretches.ts'

/** Maximum number of sound tracks listed. */
const tracksMax = 16

/** Resolves to the sound tracks that the browser can decode. */
export async function readableTracks(input: Input): Promise<readonly InputAudioTrack[]> {
  const tracks = (await input.getAudioTracks()).slice(0, tracksMax)
  const can = await Promise.all(tracks.map((track) => track.canDecode().catch(() => false)))
  return tracks.filter((_track, index) => can[index])
}

interface OpenedTracks {
  /** Length of the recording in s; null when no track states it. */
  readonly duration: number | null
  readonly sound: SoundTracks
  readonly stretches: () => AsyncGenerator<Stretch>
}

/** Sound of a track from the beginning of its recording, or between two times of it, in s. */
export type ReadTrack = (from?: number, to?: number) => AsyncGenerator<Stretch>

/** Returns a function that reads a track of a recording that begins at `begin` s of its own clock. */
export function trackReader(track: InputAudioTrack, begin: number): ReadTrack {
  return async function* (from = 0, to) {
    const samples = new AudioSampleSink(track).samples(from + begin, to === undefined ? undefined : to + begin)
    for await (const stretch of stretchesOf(samples)) yield { ...stretch, at: stretch.at - begin }
  }
}

/**
 * Opens the chosen one of several tracks, all of them mixed, or the default one. `begin` is the time at which the
 * recording begins, in s.
 */
export async function openTracks(
  tracks: readonly InputAudioTrack[],
  choice: SoundTrackChoice | null,
  begin: number,
): Promise<OpenedTracks> {
  const duration = await longestOf(tracks)
  const readers = tracks.map((track) => trackReader(track, begin))
  const loudness: number[] = []
  // one after the other, because each has a decoder
  for (const read of readers) loudness.push(await sampledLoudness(read, duration))
  const about = await Promise.all(
    tracks.map(async (track, index) => ({
      name: (await track.getName())?.slice(0, 100) ?? null,
      language: languageOf(await track.getLanguageCode()),
      loudness: loudness[index] ?? quietest,
    })),
  )
  const isThere = choice === 'all' || (choice !== null && choice < tracks.length)
  const taken = isThere ? choice : usualTrack(loudness)
  return {
    duration,
    sound: { tracks: about, taken, ...(isThere ? { chosen: true } : {}) },
    stretches: () => {
      const one = taken === 'all' ? undefined : readers[taken]
      return one === undefined ? mixed(readers.map((read) => read())) : one()
    },
  }
}

async function longestOf(tracks: readonly InputAudioTrack[]): Promise<number | null> {
  const known = await Promise.all(tracks.map((track) => track.getDurationFromMetadata().catch(() => null)))
  const durations = known.filter((one) => one !== null)
  return durations.length === 0 ? null : Math.max(...durations)
}

/** Returns a track's language; null for the ISO 639-2 code of an unknown language. */
function languageOf(code: string): string | null {
  return code === '' || code === 'und' ? null : code.slice(0, 20)
}

/** Loudness of silence, in dB of full scale. */
const quietest = -100
/** Maximum number of measured positions, and the length measured at each, in s. */
const [placesMax, placeSeconds] = [24, 0.5]
/** Seconds measured at the beginning if the length is unknown, and the last position measured after them. */
const [unknownSeconds, furthestSeconds] = [30, 48 * 3600]

/**
 * Resolves to the loudness in dB of full scale, measured at positions spread over a recording of `duration` s. Without
 * a duration, the distance between positions grows, until nothing is left. A position that cannot be decoded counts as
 * silent.
 */
export async function sampledLoudness(
  read: (from: number, to: number) => AsyncGenerator<Stretch>,
  duration: number | null,
): Promise<number> {
  const whole = duration ?? unknownSeconds
  const places = Math.max(1, Math.min(placesMax, Math.floor(whole / placeSeconds)))
  let [energy, samples] = [0, 0]
  /** Resolves to true if something was decoded there, or may have been. */
  const measure = async (from: number, to: number): Promise<boolean> => {
    const before = samples
    try {
      for await (const stretch of read(from, to)) {
        for (const value of stretch.samples) energy += value * value
        samples += stretch.samples.length
      }
    } catch {
      // reading the whole track will reveal whether it is damaged
      return true
    }
    return samples > before
  }
  for (let place = 0; place < places; place += 1) {
    const from = (whole * place) / places
    await measure(from, Math.min(whole, from + placeSeconds))
  }
  for (let from = whole; duration === null && from < furthestSeconds; from *= 1.25)
    if (!(await measure(from, from + placeSeconds))) break
  const decibels = samples === 0 || energy === 0 ? quietest : 10 * Math.log10(energy / samples)
  return Math.round(Math.min(0, Math.max(quietest, decibels)))
}

/**
 * Returns the first of the loudest tracks; all of them if none has sound at the measured positions, because each may
 * have some elsewhere.
 */
export function usualTrack(loudness: readonly number[]): SoundTrackChoice {
  const loudest = Math.max(...loudness)
  return hasSoundAtPlaces(loudest) ? loudness.indexOf(loudest) : 'all'
}
