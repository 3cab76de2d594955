/** A cue as a player reads it. */
export interface ReadCue {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** An independent parser of SubRip and WebVTT: blocks between blank lines, with times in one of their lines. */
export function parseSubtitles(file: string): readonly ReadCue[] {
  const blocks = file.split(/\n(?:\n)+/).map((block) => block.split('\n').filter((line) => line !== ''))
  return blocks.flatMap((block) => {
    const at = block.findIndex((line) => line.includes(' --> '))
    const [from, to] = (block[at] ?? '').split(' --> ')
    if (at < 0 || from === undefined || to === undefined) return []
    return [{ from: ms(from), to: ms(to), text: block.slice(at + 1).join('\n') }]
  })
}

/** The text of a WebVTT cue without its tags, unescaped. */
export function vttText(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function ms(time: string): number {
  const [hours = '', minutes = '', seconds = ''] = time.split(':')
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds.replace(',', '').replace('.', ''))
}
