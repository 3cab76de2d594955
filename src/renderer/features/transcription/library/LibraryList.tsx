import { type RefObject, useMemo, useRef } from 'react'
import { Virtualizer } from 'virtua'
import { Boundary } from '../../../components/boundary/Boundary.tsx'
import { dayWords } from '../../../components/lists/days.ts'
import { ListTrouble } from '../../../components/lists/ListTrouble.tsx'
import { useRowKeys } from '../../../components/lists/use-row-keys.ts'
import { useToday } from '../../../components/words/use-now.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from '../Sidebar.module.css'
import { useTranscription } from '../transcription-store.ts'
import { useTopIn } from '../use-top-in.ts'
import { openTranscript, soughtIn } from '../view/open-actions.ts'
import { deleteTranscripts, loadLibrary, toggleSelected } from './library-actions.ts'
import { type LibraryItem, librarySections } from './library-sections.ts'
import { TranscriptRow } from './TranscriptRow.tsx'

function Heading({ item }: { item: Extract<LibraryItem, { kind: 'section' }> }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return <div className={classes.day}>{dayWords(t, language, item.section, item.at)}</div>
}

/** All transcripts, newest first. */
export function LibraryList({ scroller }: { scroller: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation()
  const transcripts = useTranscription((state) => state.transcripts)
  const total = useTranscription((state) => state.total)
  const query = useTranscription((state) => state.query)
  const error = useTranscription((state) => state.listError)
  const openId = useTranscription((state) => state.openId)
  const renaming = useTranscription((state) => state.renaming)
  const selecting = useTranscription((state) => state.selecting)
  const selected = useTranscription((state) => state.selected)
  const today = useToday()
  const items = useMemo(() => librarySections(transcripts, today), [transcripts, today])
  const list = useRef<HTMLDivElement>(null)
  const top = useTopIn(scroller, list)
  const isOpenListed = transcripts.some(({ id }) => id === openId)
  const usual = isOpenListed ? openId : (transcripts[0]?.id ?? null)
  const { keepMounted, press, reach, rowId, virtual } = useRowKeys({ items, list, attribute: 'transcript', usual })

  const keys = (event: React.KeyboardEvent) => {
    const { focusNeighbour, moved, row } = press(event) ?? {}
    if (moved != null) {
      if (event.shiftKey) toggleSelected(moved.key, true)
      return
    }
    if (row == null || focusNeighbour === undefined) return
    if (event.key === 'F2') useTranscription.setState({ renaming: row.key })
    else if (event.key === 'x') toggleSelected(row.key, event.shiftKey)
    else if (event.key === 'Delete') {
      const chosen = selected.has(row.key) ? [...selected] : [row.key]
      void deleteTranscripts(chosen).then((gone) => gone && focusNeighbour())
    } else return
    event.preventDefault()
  }

  return (
    <div>
      <ListTrouble error={error} lead={t('transcription.listFailed')} onRetry={() => void loadLibrary()} />
      {total === 0 && error === null ? (
        <p className={classes.empty} role={query === '' ? undefined : 'status'}>
          {query === '' ? t('transcription.noTranscripts') : t('transcription.nothingFits')}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list has wrappers between list and items, which <ul> does not allow */}
      <div ref={list} role="list" aria-label={t('transcription.transcripts')} onKeyDown={keys}>
        <Virtualizer
          ref={virtual}
          scrollRef={scroller}
          startMargin={top}
          data={items}
          keepMounted={keepMounted}
          itemSize={54}
        >
          {(item) =>
            item.kind === 'section' ? (
              <Heading key={item.key} item={item} />
            ) : (
              <Boundary key={item.key} place="row" shown={item.transcript} source={() => item.transcript.title}>
                <TranscriptRow
                  transcript={item.transcript}
                  query={query}
                  current={item.key === openId}
                  focusable={item.key === rowId}
                  renaming={item.key === renaming}
                  selecting={selecting}
                  selected={selected.has(item.key)}
                  onOpen={(event) => {
                    reach(item.key)
                    if (event.ctrlKey || event.metaKey || event.shiftKey) toggleSelected(item.key, event.shiftKey)
                    else if (selecting) toggleSelected(item.key, false)
                    else void openTranscript(item.key, soughtIn(item.transcript, query))
                  }}
                />
              </Boundary>
            )
          }
        </Virtualizer>
      </div>
    </div>
  )
}
