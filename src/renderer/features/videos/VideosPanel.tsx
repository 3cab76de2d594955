import i18next from 'i18next'
import { useEffect } from 'react'
import { isField } from '../../components/forms/keys.ts'
import { type Announce, Announcer } from '../../components/jobs/Announcer.tsx'
import { useUndoKey } from '../../components/jobs/use-undo-key.ts'
import { DropOverlay, useFileDrop } from '../../components/window/DropOverlay.tsx'
import classes from '../../components/window/studio.module.css'
import { on } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { promptTitle } from '../../platform/line-text.ts'
import { useLoadedModels } from '../../platform/models-store.ts'
import { endedWords } from './background/tell-ended.ts'
import { JobQuestions } from './dialogs/JobQuestions.tsx'
import { undoDeletion } from './file-actions.ts'
import { takeFiles } from './first-picture.ts'
import { FormColumn } from './form/FormColumn.tsx'
import { flushForm } from './form-draft.ts'
import { Queue } from './queue/Queue.tsx'
import { VideoCollectionDialog } from './queue/VideoCollections.tsx'
import { useSubtitles } from './subtitles/subtitles-store.ts'
import { useVideoTarget } from './target.ts'
import { useVideos } from './videos-store.ts'
import { ResultView } from './view/ResultView.tsx'

const StoryboardView = lazyComponent(async () => (await import('./storyboard/StoryboardView.tsx')).StoryboardView)
const SubtitlesDialog = lazyComponent(async () => (await import('./subtitles/SubtitlesDialog.tsx')).SubtitlesDialog)

/** The video panel: the form on the left, running and ended videos on the right. */
export function VideosPanel() {
  const { t } = useTranslation()
  const { connectionId, firstPicture } = useVideoTarget()
  const takesPictures = firstPicture?.way === 'data'
  const drop = useFileDrop((data) => takeFiles(data.files))
  usePaste(takesPictures)
  useLoadedModels(connectionId)
  const formShown = useVideos((state) => state.formShown)
  const hasSubtitles = useSubtitles((state) => state.film !== null)
  const view = useVideos((state) => state.view)
  useUndoKey(undoDeletion)
  useEffect(() => flushForm, [])
  return (
    <main
      className={classes.studio}
      data-form={formShown ? 'shown' : 'hidden'}
      data-covered={view.kind !== 'list' || undefined}
      {...(takesPictures ? drop.handlers : {})}
    >
      <FormColumn />
      {view.kind === 'video' ? <ResultView jobId={view.jobId} /> : null}
      {view.kind === 'storyboard' ? <StoryboardView /> : null}
      {view.kind === 'list' ? <Queue /> : null}
      {takesPictures && drop.dragging ? <DropOverlay words={t('videos.firstPictureDrop')} /> : null}
      <JobQuestions />
      <VideoCollectionDialog />
      {hasSubtitles ? <SubtitlesDialog /> : null}
      <Announcer listen={announceEnds} />
    </main>
  )
}

/** Takes a picture pasted anywhere in the panel as the first picture. */
function usePaste(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData
      // a copied cell or paragraph also contains a picture, but in a field the text is meant
      if (data === null || (isField(event.target) && data.types.includes('text/plain'))) return
      if (takeFiles(data.files)) event.preventDefault()
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [isOn])
}

/** Announces how videos end, while the panel is shown. */
function announceEnds(announce: Announce): () => void {
  return on('videos.ended', ({ request, status }) => {
    const state = endedWords(status)
    if (state !== null) announce(i18next.t('videos.endedNote', { state, title: promptTitle(request.prompt) }))
  })
}
