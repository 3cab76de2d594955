import { use } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { elapsedWords } from '../words/figure-words.ts'
import { CitationContext, PlayContext } from './citation-context.ts'
import classes from './Markdown.module.css'

/** A mark such as `[1, 2]`: known numbers open their passages, others stay text. A time plays the recording. */
export function CitationMark({ mark }: { mark: string }) {
  return mark.includes(':') ? <TimeMark mark={mark} /> : <PassageMark mark={mark} />
}

function TimeMark({ mark }: { mark: string }) {
  const { t } = useTranslation()
  const play = use(PlayContext)
  if (play === null) return mark
  const ms =
    mark
      .slice(1, -1)
      .split(':')
      .reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
  const time = elapsedWords(ms)
  return (
    <Button
      kind="plain"
      className={classes.citation}
      aria-label={t('transcription.playFrom', { time })}
      onClick={() => play(ms)}
    >
      {time}
    </Button>
  )
}

function PassageMark({ mark }: { mark: string }) {
  const { t } = useTranslation()
  const citations = use(CitationContext)
  if (citations === null) return mark
  const pieces = mark.split(/(\d+)/)
  const isKnown = pieces.every((piece, index) => index % 2 === 0 || citations.nameOf(Number(piece)) !== null)
  return pieces.map((piece, index) => {
    const number = index % 2 === 1 ? Number(piece) : null
    const name = number === null ? null : citations.nameOf(number)
    if (number === null || name === null)
      return isKnown ? (
        // unseen between chips, but part of a copied text
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a mark never move
        <span key={index} className={classes.between}>
          {piece}
        </span>
      ) : (
        piece
      )
    return (
      <Button
        kind="plain"
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a mark never move
        key={index}
        className={classes.passage}
        aria-label={t('knowledge.citation', { number, name })}
        title={name}
        onClick={() => citations.open(number)}
      >
        {piece}
      </Button>
    )
  })
}
