import type { SubtitleRules, Transcript } from '../../../../shared/transcript.ts'
import type { DocxBlock } from '../../documents/word/docx-messages.ts'
import { clock } from './subtitle-formats.ts'

/** Returns the parts of a Word document: the title, then each segment below its time and speaker. */
export function wordBlocks(
  { summary, segments }: Pick<Transcript, 'summary' | 'segments'>,
  { untimed }: Pick<SubtitleRules, 'untimed'>,
): readonly DocxBlock[] {
  let before = ''
  return [
    { kind: 'title', text: tidy(summary.title) },
    ...segments.flatMap(({ from, speaker, text }): readonly DocxBlock[] => {
      const said = text.split('\n').map(tidy).filter(Boolean).join('\n')
      if (said === '') return []
      const time = from === null || untimed === true ? [] : [clock(from, '')]
      const label = [...time, ...(speaker === null ? [] : [tidy(speaker)])].join(' · ')
      const isRepeated = label === before
      before = label
      return [
        ...(label === '' || isRepeated ? [] : [{ kind: 'label', text: label } as const]),
        { kind: 'plain', text: said },
      ]
    }),
  ]
}

/** Returns the words of a Word document of text alone. */
export function wordText(blocks: readonly DocxBlock[]): string {
  const texts = blocks.flatMap((block) => (block.kind === 'picture' ? [] : [block.text]))
  return `${texts.join('\n\n')}\n`
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
