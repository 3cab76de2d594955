import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { ImageDetail } from '../../../../shared/image.ts'
import { isShown } from '../../../../shared/media-types.ts'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { indexOfItem } from '../../../components/lists/pages.ts'
import classes from '../../../components/pictures/detail-view.module.css'
import { useDragOut } from '../../../components/pictures/hand-out.ts'
import { useMediaPresent } from '../../../components/pictures/use-media-present.ts'
import { useApp } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { ImageCollectionDialog } from '../gallery/ImageCollections.tsx'
import { imageFileName } from '../picture-actions.ts'
import { closeImage } from '../studio-actions.ts'
import { useStudio } from '../studio-store.ts'
import { BeforeAfter } from './BeforeAfter.tsx'
import { CloseByEscape } from './CloseByEscape.tsx'
import { DetailBar } from './DetailBar.tsx'
import { deleteShown, editImage, openOrigin, stepTo, toggleDetails, vary } from './detail-actions.ts'
import { PictureStage } from './PictureStage.tsx'
import { Recipe } from './Recipe.tsx'
import { UseFor } from './UseFor.tsx'
import { useDetailKeys } from './use-detail-keys.ts'
import { useZoom } from './use-zoom.ts'
import { ZoomBar } from './ZoomBar.tsx'

/** One image, with the actions on it and how it was made. */
export function DetailView({ imageId }: { imageId: string }) {
  const { t } = useTranslation()
  const { detail, error } = useImageDetail(imageId)
  return (
    <section className={classes.view} aria-label={t('images.detail')}>
      {detail === null ? (
        <>
          <Top imageId={imageId} />
          {error === null ? null : (
            <div className={classes.note}>
              <ErrorNote error={error} place={{ where: 'other', hasText: false }} onDismiss={closeImage} />
            </div>
          )}
          <CloseByEscape />
        </>
      ) : (
        <Shown detail={detail} imageId={imageId} />
      )}
      <ImageCollectionDialog />
    </section>
  )
}

function Shown({ detail, imageId }: { detail: ImageDetail; imageId: string }) {
  const { summary, raw, source } = detail
  const [compare, setCompare] = useState(false)
  const [asSent, setAsSent] = useState(false)
  const media = asSent && raw !== null ? raw : summary.media
  const lost = useMediaPresent(media.id) === false
  const imageLost = useMediaPresent(summary.media.id) === false
  const detailsHidden = useApp((state) => state.settings.imageDetailsHidden)
  const comparing = compare && source !== null
  const stage = useRef<HTMLDivElement>(null)
  const full = useRef<HTMLDivElement>(null)
  const picture = { width: media.width ?? 1024, height: media.height ?? 1024 }
  const zoom = useZoom(stage, picture, summary.id)
  const drag = useDragOut(media, () => imageFileName(summary.id))
  const focused = useRef<HTMLDivElement>(null)
  // the focused tile or button is unmounted, so this view takes the focus
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each image that is shown
  useEffect(() => {
    if (document.activeElement === document.body) focused.current?.focus({ preventScroll: true })
  }, [summary.id])

  const fullScreen = () => {
    if (document.fullscreenElement !== null) void document.exitFullscreen()
    else void full.current?.requestFullscreen().catch(() => undefined)
  }
  useDetailKeys({
    zoom: comparing || lost ? null : zoom,
    onClose: closeImage,
    onStep: (step) => void stepTo(imageId, step),
    onFullScreen: fullScreen,
    onDelete: () => void deleteShown(imageId),
    onDetails: toggleDetails,
    onEdit: () => void (imageLost || editImage(detail)),
    onVary: () => void (imageLost || vary(detail)),
    onOrigin: () => openOrigin(detail),
  })

  return (
    <div ref={focused} className={classes.shown} tabIndex={-1}>
      <Top imageId={imageId}>
        <DetailBar
          detail={detail}
          media={media}
          lost={lost}
          compare={comparing}
          onCompare={source === null ? null : setCompare}
          asSent={asSent}
          onAsSent={raw === null || !isShown(raw.mime) ? null : setAsSent}
        />
      </Top>
      <div className={classes.body} data-details={detailsHidden ? 'hidden' : undefined}>
        <div className={classes.main}>
          <div ref={full} className={classes.picture}>
            {/* stays mounted while comparing, so that its size is known on return */}
            <div className={classes.layer} hidden={comparing}>
              <PictureStage
                stage={stage}
                media={media}
                lost={lost}
                description={summary.promptStart}
                zoom={zoom}
                drag={drag}
              />
              {lost ? null : <ZoomBar zoom={zoom} onFullScreen={fullScreen} />}
            </div>
            {comparing ? <BeforeAfter before={source} after={media} /> : null}
          </div>
        </div>
        {detailsHidden ? null : <Recipe detail={detail} />}
      </div>
      <UseFor detail={detail} media={media} lost={imageLost} />
    </div>
  )
}

/** Buttons that lead back to the grid, and to the previous and next image. */
function Top({ imageId, children }: { imageId: string; children?: React.ReactNode }) {
  const { t } = useTranslation()
  const index = useStudio((state) => indexOfItem(state.pages, imageId))
  const total = useStudio((state) => state.pages.total ?? 0)
  return (
    <header className={classes.bar}>
      <IconButton
        icon={ArrowLeft}
        words={t('images.back')}
        className={classes.back}
        title={`${t('images.back')} (${t('shortcuts.escape')})`}
        onClick={closeImage}
      />
      <IconButton
        icon={ChevronLeft}
        words={t('images.previous')}
        size="small"
        title={`${t('images.previous')} (←)`}
        disabled={index <= 0}
        onClick={() => void stepTo(imageId, -1)}
      />
      <span className={classes.place}>{index < 0 ? '' : t('images.place', { index: index + 1, total })}</span>
      <IconButton
        icon={ChevronRight}
        words={t('images.next')}
        size="small"
        title={`${t('images.next')} (→)`}
        disabled={index < 0 || index >= total - 1}
        onClick={() => void stepTo(imageId, 1)}
      />
      <span className={classes.grow} />
      {children}
    </header>
  )
}

interface DetailState {
  /** The previous detail stays until the next one is loaded, to avoid flashing. */
  readonly detail: ImageDetail | null
  readonly error: AppError | null
}

/** Returns all data of an image, reloaded after every change of the gallery. */
function useImageDetail(imageId: string): DetailState {
  const generation = useStudio((state) => state.pages.generation)
  const [state, setState] = useState<DetailState>({ detail: null, error: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the generation signals a change
  useEffect(() => {
    let current = true
    void call('images.get', { imageId }).then((answer) => {
      if (!current) return
      if (answer.ok) setState({ detail: answer.value, error: null })
      else if (answer.error.code === 'not_found') closeImage()
      else setState((before) => ({ ...before, error: answer.error }))
    })
    return () => {
      current = false
    }
  }, [imageId, generation])
  return state
}
