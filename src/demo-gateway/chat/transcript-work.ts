/**
 * Answers requests about a transcript: numbered lines to translate, or a transcript between marks to summarise. Null for
 * any other conversation. The words are those of the transcript; a demonstration understands no language.
 */
export function answerTranscript(system: string, user: string): string | null {
  if (/^Translate each numbered line\b/.test(system)) return translation(user, /Write in ([^.\n]+)\./.exec(system)?.[1])
  const transcript = /^<transcript>\n([\s\S]*)\n<\/transcript>$/.exec(user)?.[1]
  if (transcript === undefined) return null
  const lines = transcript.split('\n').flatMap(readLine)
  if (/^Divide the transcript\b/.test(system)) return chapters(lines)
  if (/^List what is to be done\b/.test(system)) return points(lines, tasksMax)
  return [`The recording begins with “${wordsOf(lines[0]?.text ?? '')}”.`, points(lines, pointsMax)].join('\n\n')
}

interface SaidLine {
  /** Time as written in the transcript, in brackets; empty without a time. */
  readonly time: string
  readonly text: string
}

const [pointsMax, tasksMax, chaptersMax] = [6, 3, 8]

function readLine(line: string): SaidLine[] {
  const match = /^(\[[\d:]{4,8}\])?\s*(.+)$/.exec(line)
  return match === null ? [] : [{ time: match[1] ?? '', text: match[2] ?? '' }]
}

function translation(user: string, language = 'the same language'): string {
  return user
    .split('\n')
    .flatMap((line) => {
      const match = /^(\d{1,4}): (.*)$/.exec(line)
      return match === null ? [] : [`${match[1]}: (${language}) ${match[2]}`]
    })
    .join('\n')
}

function chapters(lines: readonly SaidLine[]): string {
  return spread(lines, chaptersMax)
    .map(({ text, time }) => `- ${time} ${wordsOf(text)}: ${text}`.replaceAll('  ', ' '))
    .join('\n')
}

function points(lines: readonly SaidLine[], max: number): string {
  return spread(lines, max)
    .map(({ text, time }) => `- ${text} ${time}`.trimEnd())
    .join('\n')
}

/** Returns at most `max` lines, evenly spread. */
function spread(lines: readonly SaidLine[], max: number): readonly SaidLine[] {
  const step = Math.max(1, Math.ceil(lines.length / max))
  return lines.filter((_, index) => index % step === 0)
}

function wordsOf(text: string): string {
  return /\p{Script=Han}/u.test(text) ? [...text].slice(0, 8).join('') : text.split(' ').slice(0, 4).join(' ')
}
