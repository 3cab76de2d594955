import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { promptTitle } from '../../components/words/elapsed.ts'
import { on } from '../../platform/bridge/client.ts'
import { endedWords } from './background/tell-ended.ts'

/** Tells screen readers how videos end while the panel is shown. */
export function JobAnnouncer() {
  const { t } = useTranslation()
  const [note, setNote] = useState<{ readonly serial: number; readonly state: string; readonly title: string } | null>(
    null,
  )
  useEffect(
    () =>
      on('videos.ended', (job) => {
        const state = endedWords(job.status)
        if (state === null) return
        setNote((before) => ({ serial: (before?.serial ?? 0) + 1, state, title: promptTitle(job.request.prompt) }))
      }),
    [],
  )
  return (
    <VisuallyHidden role="status">
      {note === null ? null : (
        <span key={note.serial}>{t('videos.endedNote', { state: note.state, title: note.title })}</span>
      )}
    </VisuallyHidden>
  )
}
