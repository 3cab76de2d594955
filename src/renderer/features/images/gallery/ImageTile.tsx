import { Star } from 'lucide-react'
import { memo } from 'react'
import type { ImageSummary } from '../../../../shared/image.ts'
import { Button } from '../../../components/Button.tsx'
import { withShift } from '../../../components/forms/keys.ts'
import { mediaUrl, useDragOut } from '../../../components/pictures/hand-out.ts'
import type { PictureShown } from '../../../components/pictures/pictures.ts'
import { Thumbnail } from '../../../components/pictures/Thumbnail.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { selectUpTo, setFavourite, toggleSelected } from '../gallery-actions.ts'
import { nameOf } from '../picture-actions.ts'
import { openImage } from '../studio-actions.ts'
import { studio, useStudio } from '../studio-store.ts'
import classes from './ImageGrid.module.css'

/** Returns the part of an image that tiles show. */
export function pictureOf({ thumbnailId, media }: ImageSummary): Omit<PictureShown, 'side'> {
  return { url: mediaUrl(thumbnailId ?? media.id), width: media.width, height: media.height }
}

interface ImageTileProps {
  readonly image: ImageSummary
  readonly index: number
  readonly total: number
  readonly side: number
  readonly x: number
  readonly y: number
  readonly focusable: boolean
  readonly selected: boolean
  readonly selecting: boolean
}

function press(event: React.MouseEvent, imageId: string): void {
  if (event.shiftKey) void selectUpTo(imageId)
  else if (event.ctrlKey || event.metaKey || studio().selecting) toggleSelected(imageId)
  else openImage(imageId)
}

/** An image of the grid. Scrolling moves the tile without rendering it. */
export const ImageTile = memo(function ImageTile(props: ImageTileProps) {
  const { image, index, total, side, x, y, focusable, selected, selecting } = props
  const { t } = useTranslation()
  const tab = focusable ? 0 : -1
  const drag = useDragOut(image.media, () => nameOf(image.id))
  return (
    // biome-ignore lint/a11y/useSemanticElements: an item of the virtual grid, see ImageGrid
    <div
      role="listitem"
      aria-setsize={total}
      aria-posinset={index + 1}
      className={classes.tile}
      data-selected={selected || undefined}
      style={{ '--x': `${x}px`, '--y': `${y}px` }}
    >
      <Button
        kind="plain"
        className={classes.open}
        data-image={image.id}
        tabIndex={tab}
        aria-pressed={selecting ? selected : undefined}
        onFocus={() => {
          if (studio().active !== image.id) useStudio.setState({ active: image.id })
        }}
        onClick={(event) => press(event, image.id)}
        {...drag}
      >
        <Thumbnail {...pictureOf(image)} label={image.promptStart} side={side} />
        <span className={classes.caption} aria-hidden="true">
          <span>{lineText(image.promptStart)}</span>
        </span>
      </Button>
      <input
        type="checkbox"
        className={classes.check}
        data-shown={selecting || undefined}
        tabIndex={tab}
        aria-label={t('images.selectOne', { title: lineText(image.promptStart, 60) })}
        checked={selected}
        onChange={(event) => (withShift(event) ? void selectUpTo(image.id) : toggleSelected(image.id))}
      />
      <Button
        kind="plain"
        className={classes.star}
        tabIndex={tab}
        aria-pressed={image.favourite}
        aria-label={t('images.favourite')}
        title={t('images.favourite')}
        onClick={() => void setFavourite([image.id], !image.favourite)}
      >
        <Star size={15} fill={image.favourite ? 'currentColor' : 'none'} aria-hidden="true" />
      </Button>
    </div>
  )
})
