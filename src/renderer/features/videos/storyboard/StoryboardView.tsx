import i18next from 'i18next'
import { Film } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Storyboard } from '../../../../shared/storyboard.ts'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { type Announce, Announcer } from '../../../components/jobs/Announcer.tsx'
import { ListTrouble } from '../../../components/lists/ListTrouble.tsx'
import view from '../../../components/pictures/detail-view.module.css'
import { on } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { closeVideo } from '../panel-actions.ts'
import { useKeys } from '../view/use-view-keys.ts'
import { clipsOf } from './clips.ts'
import { EntryList } from './EntryList.tsx'
import { FilmStage } from './FilmStage.tsx'
import { showPart } from './film-actions.ts'
import type { FilmPlayer } from './film-player.ts'
import { SavingNotes } from './SavingNotes.tsx'
import classes from './Storyboard.module.css'
import { StoryboardBar } from './StoryboardBar.tsx'
import { chooseStoryboard, createStoryboard, loadStoryboards } from './storyboard-actions.ts'
import { storyboards, useStoryboards } from './storyboard-store.ts'

/** Keeps the storyboards up to date while they are shown. */
function useFreshStoryboards(): void {
  useEffect(() => {
    void loadStoryboards()
    const undo = [
      on('storyboards.changed', () => void loadStoryboards()),
      // a video was moved to the bin, or restored
      on('videos.changed', () => void loadStoryboards()),
      on('transfer.imported', () => void loadStoryboards()),
      on('storyboards.joining', ({ part, storyboardId }) => showPart(storyboardId, part)),
    ]
    return () => {
      for (const forget of undo) forget()
    }
  }, [])
}

/** The storyboards: finished videos in order, played and saved as one film. */
export function StoryboardView() {
  const { t } = useTranslation()
  const error = useStoryboards((state) => state.error)
  const focused = useRef<HTMLElement>(null)
  useFreshStoryboards()
  // the focused button of the list is unmounted, so this view takes the focus
  useEffect(() => {
    if (document.activeElement === document.body) focused.current?.focus({ preventScroll: true })
  }, [])
  useKeys((event) => (event.key === 'Escape' && document.fullscreenElement === null ? closeVideo : null))
  return (
    <section ref={focused} className={`${view.view} ${view.shown}`} tabIndex={-1} aria-label={t('storyboards.view')}>
      <StoryboardBar />
      <ListTrouble
        className={view.note}
        error={error}
        lead={t('storyboards.failed')}
        onRetry={() => void loadStoryboards()}
      />
      <SavingNotes />
      <Content />
    </section>
  )
}

function Content() {
  const { t } = useTranslation()
  const list = useStoryboards((state) => state.list)
  const shown = useStoryboards((state) => state.shown)
  const error = useStoryboards((state) => state.error)
  if (list?.length === 0)
    return (
      <EmptyState icon={Film} title={t('storyboards.none')} hints={[t('storyboards.noneHint')]}>
        <Button kind="primary" onClick={() => void begin()}>
          {t('storyboards.new')}
        </Button>
      </EmptyState>
    )
  if (shown === null)
    return error === null ? (
      <p className={classes.loading} role="status">
        {t('storyboards.loading')}
      </p>
    ) : null
  if (shown.entries.length === 0)
    return (
      <EmptyState icon={Film} title={t('storyboards.empty')} hints={[t('storyboards.emptyHint')]}>
        <Button kind="primary" onClick={closeVideo}>
          {t('storyboards.toList')}
        </Button>
      </EmptyState>
    )
  return <Board key={shown.id} board={shown} />
}

async function begin(): Promise<void> {
  const made = await createStoryboard()
  if (made !== null) await chooseStoryboard(made.id)
}

/** The film, and its videos in order. */
function Board({ board }: { readonly board: Storyboard }) {
  const [player, setPlayer] = useState<FilmPlayer | null>(null)
  const [shownIndex, setShownIndex] = useState(0)
  useEffect(() => {
    if (player === null) return undefined
    const look = () => setShownIndex(player.state().index)
    look()
    return player.subscribe(look)
  }, [player])
  return (
    <div className={classes.board}>
      <div className={view.main}>
        <FilmStage clips={clipsOf(board.entries)} player={player} onPlayer={setPlayer} />
      </div>
      <EntryList
        entries={board.entries}
        shownIndex={shownIndex}
        onPlay={(index) => player?.playFrom(index)}
        onMoved={announceMove}
      />
      <Announcer listen={listenToMoves} />
    </div>
  )
}

const moves = new Set<(index: number) => void>()

function announceMove(index: number): void {
  for (const listener of moves) listener(index)
}

/** Announces the new place of a moved video. */
function listenToMoves(announce: Announce): () => void {
  const listener = (index: number) =>
    announce(i18next.t('storyboards.moved', { number: index + 1, total: storyboards().shown?.entries.length ?? 0 }))
  moves.add(listener)
  return () => moves.delete(listener)
}
