import { useState } from 'react'
import { create } from 'zustand'
import { ok, type Result, refused } from '../../shared/ipc/result.ts'
import { Button } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { cellAfter } from '../components/lists/grid-step.ts'
import { ListReader, type ListReading, type ListState } from '../components/lists/list-reader.ts'
import { indexOfItem, itemAt, noPages } from '../components/lists/pages.ts'
import { PagedList } from '../components/paged-list/PagedList.tsx'
import { type PagedLayout, usePagedList } from '../components/paged-list/use-paged-list.ts'
import classes from './kit.module.css'
import { Part, Sample } from './Part.tsx'
import { sampleFailure, useSampleWords } from './sample-words.ts'

interface Row {
  readonly id: string
}

interface RowsState extends ListState<Row> {
  readonly active: string | null
}

type Ask = (offset: number, limit: number) => Promise<Result<ListReading<Row>>>

const total = 2_000
const answers = {
  'a long list': async (offset, limit) => {
    const length = Math.min(limit, total - offset)
    return ok({ items: Array.from({ length }, (_, at) => ({ id: String(offset + at + 1) })), total, onShown: null })
  },
  unread: () => new Promise(() => undefined),
  failed: async () => refused(sampleFailure),
  empty: async () => ok({ items: [], total: 0, onShown: null }),
} as const satisfies Record<string, Ask>

const layoutOf = (): PagedLayout => ({ columns: 1, rowHeight: 36, key: 'rows' })

/** A list that is read page by page, in its states. */
export function ListPart() {
  return (
    <Part name="PagedList">
      {Object.entries(answers).map(([state, ask]) => (
        <Sample key={state} state={state}>
          <SampleList name={state} ask={ask} />
        </Sample>
      ))}
    </Part>
  )
}

/** Returns a store and the reader that fills it. */
function listOf(ask: Ask) {
  const store = create<RowsState>(() => ({ pages: noPages, switching: false, listError: null, active: null }))
  const reader = new ListReader<Row>({
    get: store.getState,
    set: store.setState,
    ask,
    same: () => true,
    placesAtTop: 1,
    keepsTop: false,
    changesMs: 0,
  })
  void reader.readTop()
  return { store, reader, place: { top: 0 } }
}

function SampleList({ name, ask }: { name: string; ask: Ask }) {
  const { act, busy, hint, name: one } = useSampleWords()
  const [{ place, reader, store }] = useState(() => listOf(ask))
  const pages = store((state) => state.pages)
  const list = usePagedList({ reader, store, idAttribute: 'data-row', layoutOf, place, isFocusedOnReturn: false })
  return (
    <div className={classes.list}>
      <PagedList
        list={list}
        words={{ label: name, loading: busy, failed: hint }}
        empty={
          <EmptyState title={one}>
            <Button>{act}</Button>
          </EmptyState>
        }
        keys={(event, { focusIndex, rowsInView, total: length }) => {
          const from = indexOfItem(pages, event.target instanceof HTMLElement ? (event.target.dataset.row ?? '') : '')
          const next = cellAfter(event.key, from, length, 1, rowsInView, event.ctrlKey)
          if (from < 0 || next === null) return
          event.preventDefault()
          focusIndex(next)
        }}
      >
        {(index) => {
          const id = itemAt(pages, index)?.id
          return (
            // biome-ignore lint/a11y/useSemanticElements: an item of the virtual list
            <div key={index} role="listitem" className={classes.row}>
              {id === undefined ? null : (
                <Button kind="plain" data-row={id} tabIndex={index === Math.max(0, list.activeIndex) ? 0 : -1}>
                  {one} {id}
                </Button>
              )}
            </div>
          )
        }}
      </PagedList>
    </div>
  )
}
