import type { TextPart } from '../../../shared/passages/chunker.ts'

const times = /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s*-->/

/** Returns the spoken lines of subtitles (SRT or WebVTT), each with its time; null if there are none. */
export function subtitleText(source: string): { readonly text: string; readonly parts: readonly TextPart[] } | null {
  const parts: TextPart[] = []
  let text = ''
  for (const block of source.split(/\n[ \t]*\n/)) {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => times.test(line))
    if (at < 0) continue
    const said = lines
      .slice(at + 1)
      .map(spokenWords)
      .filter((line) => line !== '')
      .join(' ')
    if (said === '') continue
    const start = text.length
    text += `${said}\n`
    parts.push({ start, end: text.length, id: null, ms: msOf(lines[at] ?? '') })
  }
  return parts.length === 0 ? null : { text, parts }
}

/** Returns the words of a line: the speaker's name stays, style marks are removed. */
function spokenWords(line: string): string {
  const voiced = line.replace(/<v(?:\.[^\s<>]{1,60})? ([^<>]{1,100})>/gi, '$1: ')
  const plain = voiced.replace(/<[^<>]{0,200}>/g, '').replace(/\{\\[^{}]{0,100}\}/g, '')
  return plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&').trim()
}

function msOf(line: string): number {
  const [, hours, minutes, seconds, fraction] = times.exec(line) ?? []
  const whole = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Number((fraction ?? '0').padEnd(3, '0'))
}
