import i18next from 'i18next'
import { useEffect } from 'react'
import { type Announce, Announcer } from '../../components/jobs/Announcer.tsx'
import { useUndoKey } from '../../components/jobs/use-undo-key.ts'
import classes from '../../components/window/studio.module.css'
import { on } from '../../platform/bridge/client.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
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

const StoryboardView = lazyComponent(async () => (await import('./storyboard/StoryboardView.tsx')).StoryboardView)

/** The video panel: the form on the left, running and ended videos on the right. */
export function VideosPanel() {
  const { connectionId } = useVideoTarget()
  useLoadedModels(connectionId)
  const formShown = useVideos((state) => state.formShown)
  const view = useVideos((state) => state.view)
  useUndoKey(undoDeletion)
  useEffect(() => flushForm, [])
  return (
    <main
      className={classes.studio}
      data-form={formShown ? 'shown' : 'hidden'}
      data-covered={view.kind !== 'list' || undefined}
    >
      <FormColumn />
      {view.kind === 'video' ? <ResultView jobId={view.jobId} /> : null}
      {view.kind === 'storyboard' ? <StoryboardView /> : null}
      {view.kind === 'list' ? <Queue /> : null}
      <JobQuestions />
      <Announcer listen={announceEnds} />
    </main>
  )
}

/** Announces how videos end, while the panel is shown. */
function announceEnds(announce: Announce): () => void {
  return on('videos.ended', ({ request, status }) => {
    const state = endedWords(status)
    if (state !== null) announce(i18next.t('videos.endedNote', { state, title: promptTitle(request.prompt) }))
  })
}
