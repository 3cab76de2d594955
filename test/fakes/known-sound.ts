import { randomFrom } from './seeded-random.ts'

/** A word of a recording with known content: a tone, as the hearing demo gateway reports it. Times in ms. */
export interface KnownWord {
  readonly from: number
  readonly to: number
  readonly pitch: number
}

/** A part without words, in ms. */
export interface KnownPause {
  readonly from: number
  readonly to: number
}

export interface KnownSound {
  /** ms. */
  readonly duration: number
  readonly words: readonly KnownWord[]
  readonly pauses: readonly KnownPause[]
}

/** A part without breathing pauses, in s: words follow each other after 60 ms. */
interface Breathless {
  readonly from: number
  readonly to: number
}

const rate = 16_000

/** Plans a recording of this length: words, short gaps, and longer pauses after sentences. */
export function planSound(seconds: number, breathless: readonly Breathless[], seed: number): KnownSound {
  const random = randomFrom(seed)
  const duration = seconds * 1000
  const words: KnownWord[] = []
  const pauses: KnownPause[] = []
  let at = 300
  let pitch = 200
  while (at < duration - 2000) {
    const without = breathless.some(({ from, to }) => at >= from * 1000 && at < to * 1000)
    // different from the last one, so that no tone can stand for two
    pitch = 200 + ((pitch - 200 + 40 * (1 + Math.floor(random() * 19))) % 800)
    const to = at + Math.round(180 + random() * 400)
    words.push({ from: at, to, pitch })
    const isEnd = random() < 0.12 && !without
    const next = to + (without ? 60 : Math.round(isEnd ? 350 + random() * 1200 : 60 + random() * 60))
    pauses.push({ from: to, to: next })
    at = next
  }
  pauses.push({ from: at, to: duration })
  return { duration, words, pauses }
}

/** Its sound, 16 kHz mono, a minute at a time; the pauses have the faint noise of a quiet room. */
export function* soundOf({ duration, words }: KnownSound): Generator<Int16Array> {
  const random = randomFrom(1)
  const minute = 60 * rate
  const samples = (duration / 1000) * rate
  let word = 0
  for (let begin = 0; begin < samples; begin += minute) {
    const chunk = new Int16Array(Math.min(minute, samples - begin))
    for (let at = 0; at < chunk.length; at += 1) {
      const ms = ((begin + at) / rate) * 1000
      while ((words[word]?.to ?? Number.POSITIVE_INFINITY) <= ms) word += 1
      const { from = Number.POSITIVE_INFINITY, pitch = 0 } = words[word] ?? {}
      const tone = ms < from ? 0 : 8000 * Math.sin(((ms - from) / 1000) * 2 * Math.PI * pitch)
      chunk[at] = Math.round(tone + (random() - 0.5) * 30)
    }
    yield chunk
  }
}

/** A segment of the resulting transcript, times in ms. */
interface Told {
  readonly from: number | null
  readonly text: string
}

export interface Comparison {
  readonly missing: readonly KnownWord[]
  /** Reported but never spoken at that time, such as a repeated word. */
  readonly extra: readonly Told[]
  /** Largest error of a start time, in ms. */
  readonly worst: number
}

/** Half the distance of two pitches, in Hz; lossy formats shift a tone slightly. */
const pitchReach = 20

/** Largest distance between a segment and its word, in ms; shorter than any word. */
const reach = 150

/** Compares a transcript of one word per segment with the known words. */
export function compare(known: KnownSound, told: readonly Told[]): Comparison {
  const open = told.map((segment) => ({ segment, isTaken: false }))
  const missing: KnownWord[] = []
  let worst = 0
  let first = 0
  for (const word of known.words) {
    while ((open[first]?.segment.from ?? Number.POSITIVE_INFINITY) < word.from - 10_000) first += 1
    const found = open
      .slice(first, first + 200)
      .filter(({ segment, isTaken }) => !isTaken && Math.abs(pitchIn(segment.text) - word.pitch) <= pitchReach)
      .map((one) => ({ one, off: Math.abs((one.segment.from ?? Number.POSITIVE_INFINITY) - word.from) }))
      .toSorted((a, b) => a.off - b.off)[0]
    if (found === undefined || found.off > reach) missing.push(word)
    else {
      found.one.isTaken = true
      worst = Math.max(worst, found.off)
    }
  }
  return { missing, extra: open.filter(({ isTaken }) => !isTaken).map(({ segment }) => segment), worst }
}

function pitchIn(text: string): number {
  return Number(/^tone(\d+)$/.exec(text)?.[1])
}

/** Two consecutive pieces of a job: the first ends at `end`, the second begins at `next`; in ms. */
export interface CutPlace {
  readonly begin: number
  readonly end: number
  readonly next: number
}

export interface CutCount {
  readonly inSilence: number
  /** Without a pause in reach. */
  readonly inWords: number
  /** Inside a word although a pause was in reach. */
  readonly wrong: readonly CutPlace[]
}

/** A shorter pause, in ms, need not be found. */
const surePause = 260

/** Checks where a recording was cut into pieces of at most `longest` ms. */
export function countCuts(
  known: KnownSound,
  pieces: readonly { from: number; to: number }[],
  longest: number,
): CutCount {
  const cuts = pieces
    .slice(0, -1)
    .map(({ from, to }, at) => ({ begin: from, end: to, next: pieces[at + 1]?.from ?? to }))
  // loudness is told in frames of 20 ms
  const isSilent = ({ end, next }: CutPlace) => known.pauses.some(({ from, to }) => from - 20 <= next && end <= to + 20)
  const hadPause = ({ begin }: CutPlace) =>
    known.pauses.some(
      ({ from, to }) => Math.min(to, begin + longest) - Math.max(from, begin + longest * 0.6) >= surePause,
    )
  return {
    inSilence: cuts.filter(isSilent).length,
    inWords: cuts.filter((cut) => !(isSilent(cut) || hadPause(cut))).length,
    wrong: cuts.filter((cut) => !isSilent(cut) && hadPause(cut)),
  }
}
