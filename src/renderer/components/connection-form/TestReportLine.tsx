import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TestReport } from '../../../shared/connection.ts'
import type { ErrorPlace } from '../../platform/errors/next-step.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { ErrorNote } from '../errors/ErrorNote.tsx'
import classes from './ConnectionForm.module.css'

interface TestReportLineProps {
  readonly report: TestReport
  readonly where: ErrorPlace['where']
  readonly lead?: ReactNode
  readonly onRetry: () => void
  /** The saved address of the tested connection; a different result means that the gateway has moved. */
  readonly savedAt?: string
  /** Further buttons next to those of a failure, or below a success. */
  readonly children?: ReactNode
}

/** Result of testing a connection, in words. */
export function TestReportLine({ report, where, lead, onRetry, savedAt, children }: TestReportLineProps) {
  const { t } = useTranslation()
  if (report.outcome === 'failed') {
    return (
      <ErrorNote error={report.error} place={{ where, hasText: false }} lead={lead} on={{ retry: onRetry }}>
        {children}
      </ErrorNote>
    )
  }
  const { foundAt: address, models } = report
  const hasMoved = savedAt !== undefined && address !== savedAt
  return (
    <div className={classes.ok} role="status">
      <Check size={16} aria-hidden="true" />
      <div>
        <p>{models === 0 ? t('connection.reportEmpty') : t('connection.reportOk', { count: models })}</p>
        {address === undefined ? null : (
          <p>{hasMoved ? t('connection.reportMoved', { address }) : t('connection.reportFound', { address })}</p>
        )}
        {children}
      </div>
    </div>
  )
}
