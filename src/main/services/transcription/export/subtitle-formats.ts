import type { Cue } from './subtitle-lines.ts'

/** Returns SubRip. It has no field for speakers, so they are part of the text: see `srtPrefix`. */
export function toSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ from, to, lines }, index) => {
      // the arrow would be read as the times of another cue
      const text = lines.join('\n').replaceAll('-->', '→')
      return `${index + 1}\n${clock(from, ',')} --> ${clock(to, ',')}\n${text}\n`
    })
    .join('\n')
}

/** Returns the text before a cue that names its speaker in SubRip. */
export function srtPrefix(speaker: string): string {
  return `${speaker.replace(/\s+/g, ' ').trim()}: `
}

/** Returns WebVTT, with speakers as voices. https://www.w3.org/TR/webvtt1/ */
export function toVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ from, to, lines, speaker }) => {
    const text = lines.map(escaped).join('\n')
    const voiced = speaker === null ? text : `<v ${escaped(speaker.replace(/\s+/g, ' ').trim())}>${text}`
    return `${clock(from, '.')} --> ${clock(to, '.')}\n${voiced}\n`
  })
  return `${['WEBVTT\n', ...blocks].join('\n')}`
}

/** Escapes `&`, `<` and `>`; the last also keeps the separator `-->` out of the text. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Formats `01:02:03` with thousandths after `mark`; without a mark, whole seconds. */
export function clock(ms: number, mark: ',' | '.' | ''): string {
  const whole = Math.round(ms)
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  const time = `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}`
  return mark === '' ? time : `${time}${mark}${String(whole % 1000).padStart(3, '0')}`
}
