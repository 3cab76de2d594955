import { Fragment } from 'react'
import { lineText } from '../../platform/line-text.ts'
import { Line } from './Line.tsx'
import { markedParts } from './marked-text.ts'

/** A text in one line with the folded search words highlighted. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return <Line text={text} />
  return (
    <bdi>
      {markedParts(lineText(text), words).map((part) =>
        part.hit ? <mark key={part.start}>{part.text}</mark> : <Fragment key={part.start}>{part.text}</Fragment>,
      )}
    </bdi>
  )
}
