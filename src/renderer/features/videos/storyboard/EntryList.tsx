import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { StoryboardEntry } from '../../../../shared/storyboard.ts'
import { Button } from '../../../components/Button.tsx'
import { Grip } from '../../../components/lists/Grip.tsx'
import { useMediaPresent } from '../../../components/pictures/use-media-present.ts'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText, promptTitle } from '../../../platform/line-text.ts'
import { secondsOf } from './clips.ts'
import { EntryMenu } from './EntryMenu.tsx'
import { LastFrame } from './LastFrame.tsx'
import classes from './Storyboard.module.css'
import { moveEntry, removeEntry } from './storyboard-actions.ts'
import { storyboards } from './storyboard-store.ts'

/** Marks a drag within the list. */
const dragType = 'application/x-atelier-entry'

interface EntryListProps {
  readonly entries: readonly StoryboardEntry[]
  /** Index of the video that the player shows. */
  readonly shownIndex: number
  readonly onPlay: (index: number) => void
  /** Called after a move, with the new index. */
  readonly onMoved: (index: number) => void
}

/**
 * The videos of a storyboard in order. They move by dragging, by arrow keys on the grip, and by Alt and arrow keys
 * anywhere in the row.
 */
export function EntryList({ entries, shownIndex, onPlay, onMoved }: EntryListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const [over, setOver] = useState<number | null>(null)
  const drop = (event: DragEvent, to: number) => {
    const entryId = event.dataTransfer.getData(dragType)
    event.preventDefault()
    setOver(null)
    if (entryId !== '' && moveEntry(entryId, to)) onMoved(to)
  }
  const focusPlay = (index: number) =>
    list.current?.querySelectorAll<HTMLElement>('[data-entry-play]').item(index)?.focus()
  const press = (event: KeyboardEvent, index: number) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const target = event.target instanceof HTMLElement ? event.target : null
    if (step !== undefined && (event.altKey || target?.dataset.grip !== undefined)) {
      event.preventDefault()
      const entry = entries[index]
      if (entry !== undefined && moveEntry(entry.id, index + step)) onMoved(index + step)
      return
    }
    if (event.altKey || target?.dataset.entryPlay === undefined) return
    if (step !== undefined) {
      event.preventDefault()
      focusPlay(Math.min(Math.max(index + step, 0), entries.length - 1))
    } else if (event.key === 'Delete' && !event.repeat) {
      event.preventDefault()
      const entry = entries[index]
      if (entry !== undefined) void removeHere(entry.id, () => focusPlay(Math.min(index, entries.length - 2)))
    }
  }
  return (
    <ol ref={list} className={classes.list} aria-label={t('storyboards.list')}>
      {entries.map((entry, index) => (
        <li
          key={entry.id}
          className={classes.row}
          data-over={over === index || undefined}
          data-current={index === shownIndex || undefined}
          onKeyDown={(event) => press(event, index)}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes(dragType)) return
            event.preventDefault()
            setOver(index)
          }}
          onDragLeave={() => setOver(null)}
          onDrop={(event) => drop(event, index)}
        >
          <Grip
            dragType={dragType}
            value={entry.id}
            words={t('storyboards.move', { number: index + 1 })}
            title={t('storyboards.moveHint')}
            onEnd={() => setOver(null)}
          />
          <Row entry={entry} index={index} onPlay={() => onPlay(index)} />
          <EntryMenu entry={entry} index={index} count={entries.length} onMoved={onMoved} />
        </li>
      ))}
    </ol>
  )
}

async function removeHere(entryId: string, thenFocus: () => void): Promise<void> {
  await removeEntry(entryId)
  if ((storyboards().shown?.entries.length ?? 0) > 0) requestAnimationFrame(thenFocus)
}

interface RowProps {
  readonly entry: StoryboardEntry
  readonly index: number
  readonly onPlay: () => void
}

/** A video with its last frame; a press plays the film from it. A missing file is reported with the step that helps. */
function Row({ entry, index, onPlay }: RowProps) {
  const { t } = useTranslation()
  const { job } = entry
  const mediaId = job.file?.media.id ?? ''
  const isPresent = useMediaPresent(mediaId)
  return (
    <div className={classes.entry}>
      <Button
        kind="plain"
        className={classes.play}
        data-entry-play={entry.id}
        aria-label={t('storyboards.playFrom', { number: index + 1, title: promptTitle(job.request.prompt, 60) })}
        title={lineText(job.request.prompt)}
        onClick={onPlay}
      >
        <LastFrame mediaId={mediaId} isPresent={isPresent} />
        <span className={classes.words}>
          <span className={classes.prompt}>
            <b className={classes.number}>{index + 1}</b> {promptTitle(job.request.prompt, 80)}
          </span>
          <span className={classes.length}>{elapsedWords(Math.round(secondsOf(job)) * 1000)}</span>
        </span>
      </Button>
      {isPresent === false ? (
        <div className={classes.lost} role="status">
          <span>{t('storyboards.lost')}</span>
          <Button size="small" onClick={() => void removeEntry(entry.id)}>
            {t('storyboards.removeIt')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
