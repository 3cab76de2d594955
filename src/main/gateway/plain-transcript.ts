import type { HeardAnswer, HeardSegment } from './heard-answer.ts'
import { markedSegments, withoutTags } from './transcription-marks.ts'

const clock = String.raw`(?:(\d{1,5}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`
const cueTimes = new RegExp(`^\\s{0,20}${clock}\\s{0,20}-->\\s{0,20}${clock}`)
/** Longest part of a line searched for times, in UTF-16 units. */
const timesLengthMax = 120

function timesOf(line: string | undefined): RegExpExecArray | null {
  return line === undefined ? null : cueTimes.exec(line.slice(0, timesLengthMax))
}

/**
 * Reads SubRip and WebVTT, detected by their time lines, and text with inline time marks; anything else is plain text.
 * Reads each line once.
 */
export function readPlain(given: string): HeardAnswer {
  const marked = markedSegments(given)
  if (marked !== null) return answerOf(marked, given)
  const body = withoutTags(given)
  const lines = body.split(/\r\n|\r|\n/)
  const segments: HeardSegment[] = []
  let cues = 0
  let loose: string[] = []
  const endLoose = (): void => {
    const text = loose.join(' ').trim()
    if (text !== '') segments.push({ from: null, to: null, text, speaker: null })
    loose = []
  }
  const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === ''
  const isWebVtt = /^WEBVTT(\s|$)/.test(lines[0] ?? '')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const times = timesOf(line)
    if (times) {
      endLoose()
      const words: string[] = []
      while (!isBlank(lines[at + 1]) && !timesOf(lines[at + 1]) && !isNumberOfCue(lines, at + 1)) {
        words.push(lines[at + 1] ?? '')
        at += 1
      }
      cues += 1
      segments.push({
        from: clockMs(times.slice(1, 5)),
        to: clockMs(times.slice(5, 9)),
        text: words.join(' ').trim(),
        speaker: null,
      })
    } else if (isBlank(line)) endLoose()
    else if (isWebVtt && /^(WEBVTT|NOTE|STYLE|REGION)(\s|$)/.test(line.slice(0, 20)) && isBlank(lines[at - 1])) {
      // a block without speech
      while (!isBlank(lines[at + 1]) && !timesOf(lines[at + 1])) at += 1
    } else if (!isNumberOfCue(lines, at) && !(isWebVtt && timesOf(lines[at + 1]))) loose.push(line)
  }
  endLoose()
  // a WebVTT file without a cue has no text
  const isEmptyVtt = lines[0]?.trim() === 'WEBVTT' && cues === 0 && segments.length === 0
  return answerOf(cues > 0 || isEmptyVtt ? segments : null, body)
}

function answerOf(segments: readonly HeardSegment[] | null, body: string): HeardAnswer {
  const text = segments === null ? body : segments.map((segment) => segment.text).join(' ')
  return { text, language: null, duration: null, segments, words: [] }
}

function isNumberOfCue(lines: readonly string[], at: number): boolean {
  const line = lines[at]
  return (
    line !== undefined && line.length < timesLengthMax && /^\s*\d+\s*$/.test(line) && timesOf(lines[at + 1]) !== null
  )
}

function clockMs([hours, minutes, whole, fraction]: readonly (string | undefined)[]): number {
  const total = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(whole ?? 0)
  return total * 1000 + Number((fraction ?? '0').padEnd(3, '0'))
}
