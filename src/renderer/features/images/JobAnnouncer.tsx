import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { on } from '../../platform/bridge/client.ts'
import { savedImages } from './jobs.ts'

/** Tells screen readers when images are ready. What went wrong tells itself: its note is an alert. */
export function JobAnnouncer() {
  const { t } = useTranslation()
  const [ready, setReady] = useState<{ readonly serial: number; readonly count: number } | null>(null)
  useEffect(
    () =>
      on('images.job', (job) => {
        if (job.status !== 'done') return
        setReady((before) => ({ serial: (before?.serial ?? 0) + 1, count: savedImages(job).length }))
      }),
    [],
  )
  return (
    <VisuallyHidden role="status">
      {ready === null ? null : <span key={ready.serial}>{t('images.ready', { count: ready.count })}</span>}
    </VisuallyHidden>
  )
}
