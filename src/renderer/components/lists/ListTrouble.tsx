import type { AppError } from '../../../shared/errors.ts'
import { ErrorNote } from '../errors/ErrorNote.tsx'

interface ListTroubleProps {
  /** The error; nothing is shown for null. */
  readonly error: AppError | null
  /** Name of the list, for its error. */
  readonly lead: string
  readonly onRetry: () => void
  readonly className?: string | undefined
}

/** Why a list could not be read; its items stay below. */
export function ListTrouble({ className, error, lead, onRetry }: ListTroubleProps) {
  if (error === null) return null
  return (
    <div className={className}>
      <ErrorNote error={error} lead={lead} place={{ where: 'other', hasText: false }} on={{ retry: onRetry }} />
    </div>
  )
}
