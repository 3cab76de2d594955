import { ListChecks, Search } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../components/IconButton.tsx'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { DropField } from './form/DropField.tsx'
import { FormStrip } from './form/FormStrip.tsx'
import { ArrivalNotes } from './intake/ArrivalNotes.tsx'
import { LibraryList } from './library/LibraryList.tsx'
import { LibrarySearch } from './library/LibrarySearch.tsx'
import { loadMore, searchLibrary, setSelecting } from './library/library-actions.ts'
import { SelectionBar } from './library/SelectionBar.tsx'
import { QueueList } from './queue/QueueList.tsx'
import { RecorderNotes } from './recorder/RecorderNotes.tsx'
import classes from './Sidebar.module.css'
import { useTranscription } from './transcription-store.ts'
import { WatchCard } from './watch/WatchCard.tsx'

/** Returns the user's choice; by default the form is open until there is a first recording. */
function useFormShown(): boolean {
  const chosen = useTranscription((state) => state.formShown)
  const empty = useTranscription((state) => state.total === 0 && state.query === '' && state.queue.jobs.length === 0)
  return chosen ?? empty
}

/** Running jobs and all transcripts. */
export function Sidebar() {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const searching = useTranscription((state) => state.searching)
  const selecting = useTranscription((state) => state.selecting)
  const formShown = useFormShown()
  const none = useTranscription((state) => state.total === 0 && state.query === '')
  return (
    <aside className={classes.side} aria-label={t('transcription.transcripts')}>
      {selecting ? (
        <SelectionBar />
      ) : (
        <div className={classes.bar}>
          <h1 className={classes.grow}>{t('transcription.transcripts')}</h1>
          <IconButton
            icon={ListChecks}
            words={t('transcription.select')}
            disabled={none}
            onClick={() => setSelecting(true)}
          />
          <IconButton
            icon={Search}
            words={t('transcription.search')}
            aria-expanded={searching}
            onClick={() => {
              if (searching) searchLibrary('')
              useTranscription.setState({ searching: !searching })
            }}
          />
        </div>
      )}
      {searching ? <LibrarySearch /> : null}
      <DropField folded={!formShown} onFold={() => useTranscription.setState({ formShown: !formShown })} />
      {formShown ? <FormStrip /> : null}
      <div
        ref={scroller}
        className={classes.scroller}
        onScroll={(event) => {
          const { scrollTop, clientHeight, scrollHeight } = event.currentTarget
          if (scrollHeight - scrollTop - clientHeight < 600) void loadMore()
        }}
      >
        <RecorderNotes />
        <ArrivalNotes />
        <WatchCard />
        <QueueList scroller={scroller} />
        <LibraryList scroller={scroller} />
      </div>
    </aside>
  )
}
