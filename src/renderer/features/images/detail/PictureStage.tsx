import { type RefObject, useState } from 'react'
import type { MediaItem } from '../../../../shared/media.ts'
import type { DragSource } from '../../../components/pictures/hand-out.ts'
import { LibraryPicture } from '../../../components/pictures/LibraryPicture.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { pixelsFrom } from '../zoom.ts'
import classes from './PictureStage.module.css'
import type { Zoom } from './use-zoom.ts'

interface PictureStageProps {
  readonly stage: RefObject<HTMLDivElement | null>
  readonly media: MediaItem
  /** True if its file is missing. */
  readonly lost: boolean
  readonly description: string
  readonly zoom: Zoom
  /** File name for dragging it out; null until it is known. */
  readonly drag: DragSource
}

/** The picture, fitted or zoomed. Dragging moves a zoomed picture, and drags a fitted one out of the window. */
export function PictureStage({ stage, media, lost, description, zoom, drag }: PictureStageProps) {
  const { t } = useTranslation()
  const [panning, setPanning] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer conveniences; buttons and keys do the same, see ZoomBar
    <div
      ref={stage}
      className={classes.stage}
      data-beyond={zoom.beyond || undefined}
      data-panning={panning || undefined}
      title={zoom.beyond || lost ? undefined : t('images.zoomHint')}
      onDoubleClick={(event) => zoom.toggle(event.clientX, event.clientY)}
      onPointerDown={(event) => {
        if (!zoom.beyond || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setPanning(true)
      }}
      onPointerMove={(event) => panning && zoom.move(event.movementX, event.movementY)}
      onPointerUp={() => setPanning(false)}
      onPointerCancel={() => setPanning(false)}
    >
      <LibraryPicture
        key={media.id}
        mediaId={media.id}
        alt={description}
        decoding="async"
        draggable={!zoom.beyond}
        data-pixels={zoom.scale > pixelsFrom || undefined}
        style={{
          '--w': `${(media.width ?? 1024) * zoom.scale}px`,
          '--h': `${(media.height ?? 1024) * zoom.scale}px`,
          '--x': `${zoom.view.x}px`,
          '--y': `${zoom.view.y}px`,
        }}
        onPointerDown={drag.onPointerDown}
        onDragStart={drag.onDragStart}
      />
      {lost ? <p className={classes.lostHint}>{t('images.lostHint')}</p> : null}
    </div>
  )
}
