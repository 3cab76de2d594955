import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isField } from '../../components/forms/keys.ts'
import classes from '../../components/window/studio.module.css'
import { on } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../platform/line-text.ts'
import { useLoadedModels } from '../../platform/models-store.ts'
import { endedWords } from './background/tell-ended.ts'
import { JobQuestions } from './dialogs/JobQuestions.tsx'
import { undoDeletion } from './file-actions.ts'
import { FormColumn } from './form/FormColumn.tsx'
import { flushForm } from './form-draft.ts'
import { Queue } from './queue/Queue.tsx'
import { useVideoTarget } from './target.ts'
import { useVideos } from './videos-store.ts'
import { ResultView } from './view/ResultView.tsx'

/** Makes Ctrl+Z undo a deletion, except in fields. */
function useUndoKey(): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const undo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      if (undo && !isField(event.target) && undoDeletion()) event.preventDefault()
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [])
}

/** The video panel: the form on the left, running and ended videos on the right. */
export function VideosPanel() {
  const { connectionId } = useVideoTarget()
  useLoadedModels(connectionId)
  const formShown = useVideos((state) => state.formShown)
  const view = useVideos((state) => state.view)
  useUndoKey()
  useEffect(() => flushForm, [])
  return (
    <main
      className={classes.studio}
      data-form={formShown ? 'shown' : 'hidden'}
      data-covered={view.kind === 'video' || undefined}
    >
      <FormColumn />
      {view.kind === 'video' ? <ResultView jobId={view.jobId} /> : <Queue />}
      <JobQuestions />
      <JobAnnouncer />
    </main>
  )
}

/** Announcements for screen readers of how videos end, while the panel is shown. */
function JobAnnouncer() {
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
