import { csvFile } from '../../../../shared/csv-row.ts'
import type { Transcript, TranscriptSegment } from '../../../../shared/transcript.ts'
import { clock } from './subtitle-formats.ts'

/** Returns plain text with one segment per line, with speakers if there are any. */
export function toText({ segments }: Pick<Transcript, 'segments'>): string {
  return ended(segments.flatMap((segment) => (said(segment) === '' ? [] : [`${speech(segment)}`])).join('\n'))
}

/** Returns Markdown: the title, then each segment as a paragraph with time and speaker. */
export function toMarkdown({ summary, segments }: Pick<Transcript, 'summary' | 'segments'>): string {
  const paragraphs = segments.flatMap((segment) => {
    if (said(segment) === '') return []
    const time = segment.from === null ? [] : [clock(segment.from, '')]
    const speaker = segment.speaker === null ? [] : [markdownText(segment.speaker)]
    const head = [...time, ...speaker].join(' · ')
    return [head === '' ? markdownText(said(segment)) : `**${head}**\n\n${markdownText(said(segment))}`]
  })
  return ended([`# ${markdownText(oneLine(summary.title))}`, ...paragraphs].join('\n\n'))
}

/** Returns JSON with times in seconds, as in the gateway's own format. */
export function toJson({ summary, segments }: Pick<Transcript, 'summary' | 'segments'>): string {
  const seconds = (ms: number | null): number | null => (ms === null ? null : Math.round(ms) / 1000)
  return ended(
    JSON.stringify(
      {
        title: summary.title,
        language: summary.language,
        model: summary.model,
        duration: seconds(summary.duration),
        complete: summary.complete,
        segments: segments.map((segment) => ({
          start: seconds(segment.from),
          end: seconds(segment.to),
          speaker: segment.speaker,
          text: segment.text,
          words: segment.words.map(({ from, to, text }) => ({ start: seconds(from), end: seconds(to), word: text })),
        })),
      },
      null,
      2,
    ),
  )
}

/** Returns comma-separated values that hold no formula. */
export function toCsv({ segments }: Pick<Transcript, 'segments'>): string {
  const rows = segments.map((segment) => [
    segment.from === null ? '' : clock(segment.from, '.'),
    segment.to === null ? '' : clock(segment.to, '.'),
    segment.speaker ?? '',
    segment.text,
  ])
  return csvFile([['start', 'end', 'speaker', 'text'], ...rows])
}

function speech(segment: TranscriptSegment): string {
  return segment.speaker === null ? said(segment) : `${oneLine(segment.speaker)}: ${said(segment)}`
}

function said(segment: TranscriptSegment): string {
  return oneLine(segment.text)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function ended(text: string): string {
  return text === '' ? '' : `${text}\n`
}

/** Escapes every character with a meaning in Markdown. */
function markdownText(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&')
    .replace(/^([+-])/, '\\$1')
    .replace(/^(\d+)([.)])/, '$1\\$2')
}
