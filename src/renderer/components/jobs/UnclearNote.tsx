import type { ReactNode } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { GatewaySays } from '../errors/ErrorNote.tsx'
import { Note } from '../Note.tsx'

interface UnclearNoteProps {
  readonly error: AppError | null
  /** The job concerned, if the context does not show it. */
  readonly lead?: string
  /** The error in words; null without an error. */
  readonly reason: string | null
  /** A warning before the job is sent again. */
  readonly children: ReactNode
  readonly actions: ReactNode
  readonly below?: ReactNode
}

/** Note on a job that may have been made and charged, because its answer was lost or is unclear. */
export function UnclearNote({ actions, below, children, error, lead, reason }: UnclearNoteProps) {
  return (
    <Note
      below={
        <>
          {actions}
          {below}
        </>
      }
    >
      {lead === undefined ? null : <p>{lead}</p>}
      {reason === null ? null : <p>{reason}</p>}
      <GatewaySays error={error} />
      {children}
    </Note>
  )
}
