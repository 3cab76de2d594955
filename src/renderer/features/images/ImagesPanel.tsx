import i18next from 'i18next'
import { lazy, Suspense, useEffect } from 'react'
import { isField } from '../../components/forms/keys.ts'
import { type Announce, Announcer } from '../../components/jobs/Announcer.tsx'
import { useUndoKey } from '../../components/jobs/use-undo-key.ts'
import { DropOverlay, useFileDrop } from '../../components/window/DropOverlay.tsx'
import classes from '../../components/window/studio.module.css'
import { on } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useLoadedModels } from '../../platform/models-store.ts'
import { DetailView } from './detail/DetailView.tsx'
import { FormColumn } from './form/FormColumn.tsx'
import { changeForm, flushForm } from './form-draft.ts'
import { Gallery } from './gallery/Gallery.tsx'
import { SendAgainQuestion } from './jobs/SendAgainQuestion.tsx'
import { savedImages } from './jobs.ts'
import { undoDeletion } from './picture-actions.ts'
import { addFiles, pictureAmong, takeMask } from './source-actions.ts'
import { useStudio } from './studio-store.ts'
import { useImageTarget } from './target.ts'

const MaskEditor = lazy(async () => ({ default: (await import('./mask/MaskEditor.tsx')).MaskEditor }))

const PairView = lazy(async () => ({ default: (await import('./detail/PairView.tsx')).PairView }))

/** Handles a picture pasted anywhere in the panel, as the source of an edit. */
function usePaste(): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData
      const file = data === null ? undefined : pictureAmong(data.files)
      // a copied cell or paragraph also contains a picture, but in a field the text is meant
      if (file === undefined || data === null) return
      if (isField(event.target) && data.types.includes('text/plain')) return
      event.preventDefault()
      addFiles([file])
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
}

/** The image studio: the form on the left, the gallery on the right. An opened image replaces both. */
export function ImagesPanel() {
  const { t } = useTranslation()
  const { connectionId } = useImageTarget()
  useLoadedModels(connectionId)
  const formShown = useStudio((state) => state.formShown)
  const maskOpen = useStudio((state) => state.maskOpen)
  const viewing = useStudio((state) => state.view.kind !== 'grid' && !state.maskOpen)
  const drop = useFileDrop((data) => addFiles([...data.files]))
  usePaste()
  useUndoKey(undoDeletion)

  useEffect(() => flushForm, [])

  return (
    <main
      className={classes.studio}
      data-form={formShown ? 'shown' : 'hidden'}
      data-covered={maskOpen || undefined}
      data-viewing={viewing || undefined}
      {...drop.handlers}
    >
      <FormColumn />
      <RightArea />
      {drop.dragging ? <DropOverlay words={t('images.dropHere')} /> : null}
      <SendAgainQuestion />
      <Announcer listen={announceReady} />
    </main>
  )
}

function RightArea() {
  const source = useStudio((state) => state.form.source)
  const keepOutside = useStudio((state) => state.form.keepOutside)
  const lastMask = useStudio((state) => state.lastMask)
  const maskOpen = useStudio((state) => state.maskOpen)
  const view = useStudio((state) => state.view)
  if (maskOpen && source !== null) {
    return (
      <div className={classes.over}>
        <Suspense fallback={null}>
          <MaskEditor
            key={source.media.id}
            source={source.media}
            mask={source.mask ?? lastMask?.mask ?? null}
            keepOutside={keepOutside}
            onKeepOutside={(value) => changeForm({ type: 'changed', change: { keepOutside: value } })}
            onDone={takeMask}
            onCancel={() => useStudio.setState({ maskOpen: false })}
          />
        </Suspense>
      </div>
    )
  }
  if (view.kind === 'pair')
    return (
      <Suspense fallback={null}>
        <PairView left={view.left} right={view.right} />
      </Suspense>
    )
  return view.kind === 'image' ? <DetailView imageId={view.imageId} /> : <Gallery />
}

/** Announces that images are ready. Failures need no announcement, because their note is an alert. */
function announceReady(announce: Announce): () => void {
  return on('images.job', (job) => {
    if (job.status === 'done') announce(i18next.t('images.ready', { count: savedImages(job).length }))
  })
}
