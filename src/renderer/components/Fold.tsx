import { type ReactNode, useState } from 'react'
import classes from './Fold.module.css'
import { CopyButton } from './words/CopyButton.tsx'
import { LongText } from './words/LongText.tsx'

interface FoldProps {
  readonly title: string
  readonly opened?: boolean
  /** The details, or a function that renders them and is first called when they are unfolded. */
  readonly children: ReactNode | (() => ReactNode)
}

/** Details below a line that unfolds them. */
export function Fold({ title, opened = false, children }: FoldProps) {
  const [wasOpened, setWasOpened] = useState(false)
  const isLate = typeof children === 'function'
  return (
    <details className={classes.fold} open={opened} onToggle={isLate ? () => setWasOpened(true) : undefined}>
      <summary>{title}</summary>
      {!isLate ? children : opened || wasOpened ? children() : null}
    </details>
  )
}

interface FoldTextProps {
  readonly text: string
  readonly copyLabel: string
  readonly heading?: string
  /** Says how much of the text is missing. */
  readonly note?: string | null
}

/** An unformatted text in a fold, with a button that copies it. */
export function FoldText({ text, copyLabel, heading, note = null }: FoldTextProps) {
  return (
    <div className={classes.text}>
      <div>
        {heading === undefined ? null : <b>{heading}</b>}
        <pre>
          <LongText text={text} />
        </pre>
        {note === null ? null : <p>{note}</p>}
      </div>
      <CopyButton text={() => text} label={copyLabel} />
    </div>
  )
}
