import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { on } from '../../../platform/bridge/client.ts'

/** Tells screen readers when a recording is transcribed. What went wrong tells itself: its note is an alert. */
export function JobAnnouncer() {
  const { t } = useTranslation()
  const [done, setDone] = useState<{ readonly serial: number; readonly name: string } | null>(null)
  useEffect(
    () =>
      on('transcription.job', (job) => {
        if (job.status === 'done') setDone((before) => ({ serial: (before?.serial ?? 0) + 1, name: job.name }))
      }),
    [],
  )
  return (
    <VisuallyHidden role="status">
      {done === null ? null : <span key={done.serial}>{t('transcription.ready', { name: done.name })}</span>}
    </VisuallyHidden>
  )
}
