import { saidParts, thoughtParts, withoutThinking } from '../../../../shared/thinking.ts'
import type { PortableMessage } from '../atelier-format.ts'

/** Returns the model's thoughts before its answer and between its calls; empty if there are none. */
export function thoughtOf({ role, rounds = [], text, thinking = '' }: PortableMessage): string {
  if (role === 'user') return ''
  const ends = rounds.map(({ textEnd }) => textEnd)
  return [thinking, ...thoughtParts(text, ends)]
    .map((thought) => thought.trim())
    .filter((thought) => thought !== '')
    .join('\n\n')
}

/** Returns the words of a message, without the thinking before them. */
function said({ role, text }: PortableMessage): string {
  return role === 'assistant' ? withoutThinking(text) : text
}

/** A part of a message's text: words in Markdown, text that is shown unchanged, or a file that a tool made. */
export type TextPart =
  | { readonly kind: 'said' | 'verbatim'; readonly text: string }
  | { readonly kind: 'made'; readonly id: string }

/** Returns the text of a message, with tool calls where they were made. */
export function textParts(message: PortableMessage): readonly TextPart[] {
  const { rounds } = message
  if (rounds === undefined) return saidPart(said(message))
  const texts = saidParts(
    message.text,
    rounds.map(({ textEnd }) => textEnd),
  )
  const parts = rounds.flatMap(({ calls }, index): TextPart[] => {
    return [
      ...saidPart(texts[index] ?? ''),
      ...calls.flatMap(({ arguments: input, editedArguments, mediaIds, name, result }): TextPart[] => [
        {
          kind: 'verbatim',
          text: `${name} ${(editedArguments ?? input).slice(0, shownResultMax)}\n\n${result.slice(0, shownResultMax)}`.trim(),
        },
        ...mediaIds.map((id) => ({ kind: 'made' as const, id })),
      ]),
    ]
  })
  return [...parts, ...saidPart(texts.at(-1) ?? '')]
}

function saidPart(text: string): TextPart[] {
  const trimmed = text.trim()
  return trimmed === '' ? [] : [{ kind: 'said', text: trimmed }]
}

/**
 * Returns the names of the files that were sent with a message as text; atelier.json and its files have their texts.
 */
export function fileNamesOf({ files = [] }: PortableMessage): readonly string[] {
  return files.map(({ name }) => oneLine(name))
}

/** Returns the passages that were sent with a message, by the numbers that answers cite. */
export function passagesOf({ passages = [] }: PortableMessage): readonly string[] {
  return passages.map(({ number, place, quote }) => {
    const name = [place.title, ...place.headings].map(oneLine).join(' › ')
    return `[${number}] ${name}\n\n${quote.trim().slice(0, shownResultMax)}`
  })
}

/** Longest part of a result that is written, in UTF-16 units; atelier.json has all of it. */
const shownResultMax = 2000

/** Returns a text on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
