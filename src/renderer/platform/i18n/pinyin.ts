import { folded } from '../../../shared/folded-text.ts'

/** Readings of Chinese characters in pinyin without tones; ü is v. */
export type Readings = ReadonlyMap<string, readonly string[]>

/** Turns a table of characters by syllable into readings by character. */
export function readingsOf(table: Readonly<Record<string, string>>): Readings {
  const readings = new Map<string, readonly string[]>()
  for (const [syllable, characters] of Object.entries(table))
    for (const character of characters) readings.set(character, [...(readings.get(character) ?? []), syllable])
  return readings
}

/** Minimum number of letters; a single letter would match nearly every text. */
const lettersMin = 2

/**
 * Returns true if letters spell a part of a text: by whole syllables, by initials, or both mixed. The last syllable may
 * be cut. Signs and spaces in between are skipped. An apostrophe separates syllables.
 */
export function spells(letters: string, text: string, readings: Readings): boolean {
  const wanted = letters.toLowerCase().replaceAll("'", '')
  if (wanted.length < lettersMin || !/^[a-z0-9]+$/.test(wanted)) return false
  // how many letters the runs of characters that end here have spelt
  let spelt: ReadonlySet<number> = new Set()
  for (const character of folded(text)) {
    if (!/[\p{L}\p{N}]/u.test(character)) continue
    const own = readings.get(character) ?? [character]
    const next = new Set<number>()
    for (const at of [0, ...spelt])
      for (const reading of own) {
        if (reading.startsWith(wanted.slice(at))) return true
        for (const part of partsOf(reading)) if (wanted.startsWith(part, at)) next.add(at + part.length)
      }
    spelt = next
  }
  return false
}

/** Returns a syllable and its initials: zh and z of zhong. */
function partsOf(reading: string): readonly string[] {
  const initial = reading.slice(0, 1)
  return reading[1] === 'h' ? [reading, initial, reading.slice(0, 2)] : [reading, initial]
}
