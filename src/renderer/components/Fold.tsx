import type { ReactNode } from 'react'
import classes from './Fold.module.css'
import { CopyButton } from './words/CopyButton.tsx'
import { LongText } from './words/LongText.tsx'

interface FoldProps {
  readonly title: string
  readonly opened?: boolean
  readonly children: ReactNode
}

/** Details below a line that unfolds them. */
export function Fold({ title, opened, children }: FoldProps) {
  return (
    <details className={classes.fold} open={opened}>
      <summary>{title}</summary>
      {children}
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
