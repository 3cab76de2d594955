import { markedParts } from './marked-text.ts'

/** A text with the words of a search (folded) marked. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  return markedParts(text, words).map((part) =>
    part.hit ? <mark key={part.start}>{part.text}</mark> : <span key={part.start}>{part.text}</span>,
  )
}
