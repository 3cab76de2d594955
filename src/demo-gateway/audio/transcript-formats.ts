import type { Segment } from './transcript.ts'

/** Joins the segments into one text; Chinese segments are joined without a space. */
export function transcriptText(segments: readonly Segment[], language: 'en' | 'zh'): string {
  return segments.map(({ text }) => text).join(language === 'zh' ? '' : ' ')
}

/** Formats segments as SubRip subtitles. */
export function toSrt(segments: readonly Segment[]): string {
  const cues = segments.map(
    ({ text, start, end }, index) => `${index + 1}\n${time(start, ',')} --> ${time(end, ',')}\n${text}\n`,
  )
  return `${cues.join('\n')}\n`
}

/** Formats segments as WebVTT subtitles. */
export function toVtt(segments: readonly Segment[]): string {
  const cues = segments.map(({ text, start, end }) => `${time(start, '.')} --> ${time(end, '.')}\n${text}\n`)
  return `WEBVTT\n\n${cues.join('\n')}\n`
}

/** Converts segments to the form of `verbose_json`. */
export function toVerboseSegments(segments: readonly Segment[]) {
  return segments.map(({ text, start, end, words }, id) => ({
    id,
    seek: Math.floor(start / 30) * 3000,
    start,
    end,
    text: ` ${text}`,
    tokens: words.map((_, index) => 50_364 + id + index),
    temperature: 0,
    avg_logprob: -0.21,
    compression_ratio: 1.4,
    no_speech_prob: 0.01,
  }))
}

function time(seconds: number, decimalMark: ',' | '.'): string {
  const milliseconds = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const clock = `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}`
  return `${clock}${decimalMark}${String(milliseconds % 1000).padStart(3, '0')}`
}
