import { type LucideIcon, Pencil, Shuffle, Star } from 'lucide-react'
import { type ComponentProps, memo, useState } from 'react'
import type { ImageSummary } from '../../../../shared/image.ts'
import { Button } from '../../../components/Button.tsx'
import { withShift } from '../../../components/forms/keys.ts'
import { useDragOut } from '../../../components/pictures/hand-out.ts'
import { Thumbnail } from '../../../components/pictures/Thumbnail.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { editImage, vary, withDetail } from '../detail/detail-actions.ts'
import { selectUpTo, setFavourite, toggleSelected } from '../gallery-actions.ts'
import { imageFileName } from '../picture-actions.ts'
import { openImage } from '../studio-actions.ts'
import { studio, useStudio } from '../studio-store.ts'
import { isBanded, pictureOf } from '../tile-shape.ts'
import classes from './ImageGrid.module.css'

/** Minimum width in px of a tile with all of its actions. */
const roomForActions = 150

interface ImageTileProps {
  readonly image: ImageSummary
  readonly index: number
  readonly total: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly focusable: boolean
  readonly selected: boolean
  readonly selecting: boolean
}

function press(event: React.MouseEvent, imageId: string): void {
  if (event.shiftKey) void selectUpTo(imageId)
  else if (event.ctrlKey || event.metaKey || studio().selecting) toggleSelected(imageId)
  else openImage(imageId)
}

interface TileActionProps extends ComponentProps<'button'> {
  readonly icon: LucideIcon
  readonly words: string
}

/** A button on the picture. */
function TileAction({ icon: Icon, words, ...button }: TileActionProps) {
  return (
    <Button kind="plain" className={classes.action} aria-label={words} title={words} {...button}>
      <Icon size={15} fill={button['aria-pressed'] === true ? 'currentColor' : 'none'} aria-hidden="true" />
    </Button>
  )
}

/** An image of the grid. Scrolling moves the tile without rendering it. */
export const ImageTile = memo(function ImageTile(props: ImageTileProps) {
  const { image, index, total, x, y, width, height, focusable, selected, selecting } = props
  const { t } = useTranslation()
  const tab = focusable ? 0 : -1
  // the other actions are mounted for the tile in use only: forty tiles scroll by at once
  const [near, setNear] = useState(false)
  const drag = useDragOut(image.media, () => imageFileName(image.id))
  return (
    // biome-ignore lint/a11y/useSemanticElements: an item of the virtual grid, see ImageGrid
    <div
      role="listitem"
      aria-setsize={total}
      aria-posinset={index + 1}
      className={classes.tile}
      data-selected={selected || undefined}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={({ currentTarget, relatedTarget }) => setNear(currentTarget.contains(relatedTarget))}
      style={{ '--x': `${x}px`, '--y': `${y}px`, '--width': `${width}px`, '--height': `${height}px` }}
    >
      <Button
        kind="plain"
        className={classes.open}
        data-image={image.id}
        data-banded={isBanded(image) || undefined}
        tabIndex={tab}
        aria-pressed={selecting ? selected : undefined}
        onFocus={() => {
          if (studio().active !== image.id) useStudio.setState({ active: image.id })
        }}
        onClick={(event) => press(event, image.id)}
        {...drag}
      >
        <Thumbnail {...pictureOf(image)} label={image.promptStart} side={Math.max(width, height)} />
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
      <div className={classes.actions}>
        {near && !selecting && width >= roomForActions ? (
          <>
            <TileAction
              icon={Pencil}
              words={t('images.edit')}
              tabIndex={tab}
              onClick={() => void withDetail(image.id, editImage)}
            />
            <TileAction
              icon={Shuffle}
              words={t('images.vary')}
              tabIndex={tab}
              onClick={() => void withDetail(image.id, vary)}
            />
          </>
        ) : null}
        <TileAction
          icon={Star}
          words={t('images.favourite')}
          tabIndex={tab}
          aria-pressed={image.favourite}
          onClick={() => void setFavourite([image.id], !image.favourite)}
        />
      </div>
    </div>
  )
})
