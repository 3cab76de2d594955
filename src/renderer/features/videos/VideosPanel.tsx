import { useEffect } from 'react'
import { isField } from '../../components/forms/keys.ts'
import classes from '../../components/window/studio.module.css'
import { useLoadedModels } from '../../platform/models-store.ts'
import { JobQuestions } from './dialogs/JobQuestions.tsx'
import { undoDeletion } from './file-actions.ts'
import { FormColumn } from './form/FormColumn.tsx'
import { flushForm } from './form-draft.ts'
import { JobAnnouncer } from './JobAnnouncer.tsx'
import { Queue } from './queue/Queue.tsx'
import { useVideoTarget } from './target.ts'
import { useVideos } from './videos-store.ts'
import { ResultView } from './view/ResultView.tsx'

/** A deletion can be taken back by Ctrl+Z, outside of fields. */
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

/** The videos: the form at the left, everything that runs and has ended at the right. */
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
