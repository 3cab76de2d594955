import i18next from 'i18next'
import { useEffect } from 'react'
import { type Announce, Announcer } from '../../components/jobs/Announcer.tsx'
import { DropOverlay, useFileDrop } from '../../components/window/DropOverlay.tsx'
import { droppedOf } from '../../components/window/dropped.ts'
import { on } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useLoadedModels } from '../../platform/models-store.ts'
import { ExportDialog } from './export/ExportDialog.tsx'
import { SendDialog } from './export/SendDialog.tsx'
import { takeDropped } from './intake/take-files.ts'
import { SendQuestion } from './queue/SendQuestion.tsx'
import classes from './Sidebar.module.css'
import { Sidebar } from './Sidebar.tsx'
import { useTranscriptionTarget } from './target.ts'
import { useTranscription } from './transcription-store.ts'
import { EmptyView } from './view/EmptyView.tsx'
import { TranscriptView } from './view/TranscriptView.tsx'

/** Accepts recordings pasted anywhere in the panel; in a field, text takes precedence. */
function usePaste(): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData
      if (data === null || !data.types.includes('Files')) return
      const field = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (field && data.types.includes('text/plain')) return
      event.preventDefault()
      void takeDropped(droppedOf(data))
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
}

/** The transcription panel: queue and library on the left, one transcript on the right. */
export function TranscriptionPanel() {
  const { t } = useTranslation()
  const { connection } = useTranscriptionTarget()
  useLoadedModels(connection?.id ?? null)
  const shown = useTranscription((state) => state.openId !== null)
  const drop = useFileDrop((data) => void takeDropped(droppedOf(data)))
  usePaste()

  return (
    <main className={classes.split} {...drop.handlers}>
      <Sidebar />
      {shown ? <TranscriptView /> : <EmptyView />}
      {drop.dragging ? <DropOverlay words={t('transcription.dropAnywhere')} /> : null}
      <ExportDialog />
      <SendDialog />
      <SendQuestion />
      <Announcer listen={announceReady} />
    </main>
  )
}

/** Announces that a recording is transcribed. Failures need no announcement, because their note is an alert. */
function announceReady(announce: Announce): () => void {
  return on('transcription.job', ({ name, status }) => {
    if (status === 'done') announce(i18next.t('transcription.ready', { name }))
  })
}
