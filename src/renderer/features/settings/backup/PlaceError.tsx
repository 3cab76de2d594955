import type { ReactNode } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'

interface PlaceErrorProps {
  readonly error: AppError
  readonly lead?: ReactNode
  readonly onRetry?: () => void
  readonly onDismiss?: () => void
}

const form = { where: 'form', hasText: false } as const

/** An error of a backup destination. It has its own words about addresses, because the usual ones mention gateways. */
export function PlaceError({ error, lead, onDismiss, onRetry }: PlaceErrorProps) {
  const { t } = useTranslation()
  const title =
    error.code === 'address_invalid'
      ? t('places.addressInvalid')
      : error.code === 'address_credentials'
        ? t('places.addressCredentials')
        : null
  return (
    <ErrorNote
      error={error}
      place={form}
      {...(title === null ? {} : { title })}
      {...(lead === undefined ? {} : { lead })}
      {...(onRetry === undefined ? {} : { on: { retry: onRetry } })}
      {...(onDismiss === undefined ? {} : { onDismiss })}
    />
  )
}
