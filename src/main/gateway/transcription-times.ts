/** Longest text examined as a time, in UTF-16 units. */
const timeLengthMax = 40
/** A thousand hours; a later time is invalid. */
const secondsMax = 3_600_000

/** Parses seconds from a number, a text (`1.5s`) or a clock (`00:01:02,500`) into ms. */
export function readSeconds(value: unknown): number | null {
  const seconds = typeof value === 'string' && value.length <= timeLengthMax ? secondsIn(value.trim()) : value
  const isTime = typeof seconds === 'number' && Number.isFinite(seconds) && Math.abs(seconds) <= secondsMax
  return isTime ? Math.round(seconds * 1000) : null
}

function secondsIn(text: string): number | null {
  if (/^-?\d+(\.\d+)?\s*s?$/.test(text)) return Number.parseFloat(text)
  if (/^\d+(\.\d+)?\s*ms$/.test(text)) return Number.parseFloat(text) / 1000
  const clock = /^(?:(\d{1,5}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,9}))?$/.exec(text)
  if (clock === null) return null
  const [, hours = '0', minutes, whole, fraction = '0'] = clock
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(whole) + Number(`0.${fraction}`)
}

interface Timed {
  readonly from: number | null
  readonly to: number | null
  readonly text: string
}

/** Minimum number of characters per second of speech, over a whole recording with its pauses. */
const slowest = 0.1

/**
 * Returns true if times that were read as seconds are ms: all are whole numbers, and so far apart that a character
 * would take ten seconds. `heard` has times in ms, as `readSeconds` returns them.
 */
export function areMilliseconds(heard: readonly Timed[]): boolean {
  let [last, characters, timed] = [0, 0, 0]
  for (const { from, text, to } of heard) {
    for (const time of [from, to]) {
      if (time === null) continue
      if (time % 1000 !== 0) return false
      last = Math.max(last, time)
      timed += 1
    }
    characters += text.length
  }
  return timed > 0 && characters > 0 && characters / (last / 1000) < slowest
}
