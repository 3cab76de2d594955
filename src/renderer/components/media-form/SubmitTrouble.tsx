import type { ComponentProps } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { pageError } from '../../platform/errors/page-error.ts'
import { ErrorNote } from '../errors/ErrorNote.tsx'

interface SubmitTroubleProps extends Omit<ComponentProps<typeof ErrorNote>, 'error' | 'title'> {
  /** The missing part of the form. Its field shows it, except for a missing connection. */
  readonly problem: string | null
  /** Why main refused the submission. */
  readonly error: AppError | null
  /** Words for an error that has special ones here. */
  readonly titleOf?: (error: AppError) => string
}

/** Why a submission was not accepted; nothing without a reason. */
export function SubmitTrouble({ error, problem, titleOf, ...note }: SubmitTroubleProps) {
  const shown = problem === 'connection' ? pageError('no_connection', 'no connection in the list') : error
  if (shown === null) return null
  return <ErrorNote error={shown} {...(titleOf === undefined ? {} : { title: titleOf(shown) })} {...note} />
}
