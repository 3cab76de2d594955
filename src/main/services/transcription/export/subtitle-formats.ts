import { assertNever } from '../../../../shared/errors.ts'
import type { SubtitleRules } from '../../../../shared/transcript.ts'
import type { SubtitleFormat } from '../../../../shared/transcript-formats.ts'
import { bareLines } from './bare-lines.ts'
import type { Cue } from './subtitle-lines.ts'

/** Returns cues as a file of subtitles. */
export function subtitleFile(format: SubtitleFormat, all: readonly Cue[], { bareEnds }: SubtitleRules): string {
  const cues = bareEnds === true ? bareLines(all) : all
  switch (format) {
    case 'srt':
      return toSrt(cues)
    case 'vtt':
      return toVtt(cues)
    case 'ass':
      return toAss(cues)
    case 'lrc':
      return toLrc(cues)
    default:
      return assertNever(format, 'format')
  }
}

/** Returns the rules for the cues of a format. LRC has one line a cue, because all lines of a cue get its time. */
export function cueRules(format: SubtitleFormat, rules: SubtitleRules): SubtitleRules {
  return format === 'lrc' ? { ...rules, lines: 1 } : rules
}

/** Returns the text before a cue that names its speaker, for formats without a field for speakers. */
export function speakerPrefix(format: SubtitleFormat): ((speaker: string) => string) | undefined {
  return format === 'srt' || format === 'lrc' ? textPrefix : undefined
}

/** Returns SubRip. It has no field for speakers, so they are part of the text: see `textPrefix`. */
export function toSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ from, to, lines }, index) => {
      // the arrow would be read as the times of another cue
      const text = lines.join('\n').replaceAll('-->', '→')
      return `${index + 1}\n${clock(from, ',')} --> ${clock(to, ',')}\n${text}\n`
    })
    .join('\n')
}

/** Returns the text before a cue that names its speaker. */
export function textPrefix(speaker: string): string {
  return `${named(speaker)}: `
}

function named(speaker: string): string {
  return speaker.replace(/\s+/g, ' ').trim()
}

/** Returns WebVTT, with speakers as voices. https://www.w3.org/TR/webvtt1/ */
export function toVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ from, to, lines, speaker }) => {
    const text = lines.map(escaped).join('\n')
    const voiced = speaker === null ? text : `<v ${escaped(named(speaker))}>${text}`
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

/** Sizes are for a picture of 1080 lines. Players replace the font where it has no Chinese. */
const assHead = `[Script Info]
ScriptType: v4.00+
WrapStyle: 2
ScaledBorderAndShadow: yes
PlayResX: 1920
PlayResY: 1080

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,64,&H00FFFFFF,&H00FFFFFF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,3,1,2,60,60,48,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`

/** Returns Advanced SubStation Alpha, with speakers as names. http://www.tcax.org/docs/ass-specs.htm */
export function toAss(cues: readonly Cue[]): string {
  const events = cues.map(({ from, to, lines, speaker }) => {
    // commas separate the fields before the text
    const name = speaker === null ? '' : named(speaker).replaceAll(',', ' ')
    const times = `${assClock(from)},${assClock(to)}`
    return `Dialogue: 0,${times},Default,${name},0,0,0,,${lines.map(assText).join('\\N')}\n`
  })
  return `${assHead}${events.join('')}`
}

/** Replaces braces and backslashes, which begin commands, by their wide forms. */
function assText(text: string): string {
  return text.replaceAll('{', '｛').replaceAll('}', '｝').replaceAll('\\', '＼')
}

/** Formats `1:02:03.45`, in hundredths of a second. */
function assClock(ms: number): string {
  const hundredths = Math.round(ms / 10)
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  const [hours, minutes] = [Math.floor(hundredths / 360_000), (hundredths / 6_000) % 60]
  return `${hours}:${two(minutes)}:${two((hundredths / 100) % 60)}.${two(hundredths % 100)}`
}

/** Shortest pause after which LRC shows nothing, in ms. */
const lrcPauseMs = 2_000

/**
 * Returns LRC, the format of song texts. It has no ends: an empty line ends the text before a pause. Every line of a
 * cue gets the time of the cue, as players expect it of translations.
 */
export function toLrc(cues: readonly Cue[]): string {
  const rows = cues.flatMap(({ from, to, lines }, index) => {
    const next = cues[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const end = next - to >= lrcPauseMs ? [`[${lrcClock(to)}]`] : []
    return [...lines.map((line) => `[${lrcClock(from)}]${lrcText(line)}`), ...end]
  })
  return rows.map((row) => `${row}\n`).join('')
}

/** Replaces a bracket at the beginning, which would be read as another time. */
function lrcText(text: string): string {
  return text.replace(/^\[/, '［')
}

/** Formats `62:03.45`: minutes have no bound. */
function lrcClock(ms: number): string {
  const hundredths = Math.round(ms / 10)
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${two(hundredths / 6_000)}:${two((hundredths / 100) % 60)}.${two(hundredths % 100)}`
}
