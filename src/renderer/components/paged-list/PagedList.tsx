import type { KeyboardEvent, ReactElement, ReactNode } from 'react'
import { Virtualizer } from 'virtua'
import { ListTrouble } from '../lists/ListTrouble.tsx'
import classes from './PagedList.module.css'
import type { PagedWindow } from './use-paged-list.ts'

/** Parts for the keys of a list. */
export interface KeyContext extends Pick<PagedWindow, 'total' | 'columns' | 'focusIndex'> {
  readonly rowsInView: number
}

interface PagedListProps {
  readonly list: PagedWindow
  readonly words: { readonly label: string; readonly loading: string; readonly failed: string }
  /** Class of the scroll region, and of the list in it. */
  readonly className?: string | undefined
  readonly listClassName?: string | undefined
  /** Shown if there is no item. */
  readonly empty: ReactNode
  readonly keys: (event: KeyboardEvent, list: KeyContext) => void
  /** Returns a row with its key. */
  readonly children: (row: number) => ReactElement
}

/** A long list of which only visible rows are mounted and loaded, with its states: unread, failed, empty. */
export function PagedList(props: PagedListProps) {
  const { children, className, empty, keys, list, listClassName, words } = props
  const { activeIndex, columns, error, focusIndex, rowHeight, rows, total } = list
  return (
    <div ref={list.scroller} className={`${classes.scroller} ${className ?? ''}`} data-scroller>
      <div ref={list.measured} className={listClassName} />
      <ListTrouble className={classes.note} error={error} lead={words.failed} onRetry={list.retry} />
      {list.isUnread ? (
        error === null ? (
          <p className={classes.loading} role="status">
            {words.loading}
          </p>
        ) : null
      ) : total === 0 ? (
        empty
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a virtual list has wrappers around its items
        <div
          role="list"
          className={listClassName}
          aria-label={words.label}
          aria-busy={list.isSwitching}
          onKeyDown={(event) =>
            keys(event, {
              total,
              columns,
              rowsInView: Math.floor((list.virtual.current?.viewportSize ?? 0) / rowHeight),
              focusIndex,
            })
          }
        >
          <Virtualizer
            key={list.key}
            ref={list.virtual}
            scrollRef={list.scroller}
            data={{ length: rows }}
            bufferSize={400}
            itemSize={rowHeight}
            keepMounted={
              activeIndex < 0 || activeIndex >= total ? [] : [Math.floor(activeIndex / Math.max(1, columns))]
            }
            onScroll={list.onScroll}
          >
            {(_, row) => children(row)}
          </Virtualizer>
        </div>
      )}
    </div>
  )
}
