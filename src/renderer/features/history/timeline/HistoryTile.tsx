import { VisuallyHidden } from '@mantine/core'
import { Star } from 'lucide-react'
import { memo } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Tick } from '../../../components/lists/Tick.tsx'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import { Thumbnail } from '../../../components/pictures/Thumbnail.tsx'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { Line } from '../../../components/words/Line.tsx'
import { timeOf } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useHistory } from '../history-store.ts'
import { openListed } from '../item-actions.ts'
import type { ListedItem } from '../item-id.ts'
import { kindIcons } from '../kind-icons.ts'
import { pressItem } from '../selection-actions.ts'
import classes from './HistoryTile.module.css'
import { ItemFrame } from './ItemFrame.tsx'

interface HistoryTileProps {
  readonly listed: ListedItem
  readonly index: number
  readonly total: number
  readonly focusable: boolean
  readonly selecting: boolean
  readonly selected: boolean
  /** Side of the tile, in CSS px. */
  readonly side: number
}

/** A picture or video of the history as a tile. Its words show while it is hovered or focused. */
export const HistoryTile = memo(function HistoryTile(props: HistoryTileProps) {
  const { listed, index, total, focusable, selecting, selected, side } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const { id, item } = listed
  const { at, key, picture, pinned, size, state, title } = item
  const tab = focusable ? 0 : -1
  const Icon = kindIcons[key.kind]
  return (
    <ItemFrame item={item} place={{ index, total, tab }}>
      <Button
        kind="plain"
        className={classes.tile}
        data-item={id}
        data-selected={selected || undefined}
        aria-pressed={selecting ? selected : undefined}
        tabIndex={tab}
        onFocus={() => useHistory.setState({ active: id })}
        onClick={(event) => pressItem(event, id, () => openListed(item))}
      >
        <VisuallyHidden>{t(`history.one.${key.kind}`)}: </VisuallyHidden>
        {picture === null ? (
          <span className={classes.none} aria-hidden="true">
            <Icon size={24} strokeWidth={1.5} />
          </span>
        ) : (
          <span className={classes.picture} aria-hidden="true">
            <Thumbnail url={mediaUrl(picture.id)} width={picture.width} height={picture.height} side={side} label="" />
          </span>
        )}
        {selecting ? (
          <span className={classes.tick}>
            <Tick on={selected} />
          </span>
        ) : null}
        <span className={classes.signs}>
          {pinned ? (
            <>
              <Star size={13} fill="currentColor" aria-hidden="true" />
              <VisuallyHidden>{t('history.isPinned')}</VisuallyHidden>
            </>
          ) : null}
          {key.kind === 'video' && size !== null ? elapsedWords(size) : null}
        </span>
        <span className={classes.words} data-shown={picture === null || state !== 'done' || undefined}>
          <b>
            <Line text={title === '' ? t('history.untitled') : title} />
          </b>
          <span className={classes.facts}>
            {state === 'done' ? timeOf(language, at, Date.now()) : t(`history.states.${state}`)}
          </span>
        </span>
      </Button>
    </ItemFrame>
  )
})
