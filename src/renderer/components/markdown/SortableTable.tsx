import type { Element } from 'hast'
import { ArrowDown, ArrowUp, FileSpreadsheet } from 'lucide-react'
import {
  Children,
  type CSSProperties,
  createContext,
  isValidElement,
  type ReactNode,
  use,
  useMemo,
  useState,
} from 'react'
import { useLanguage } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { CopyButton } from '../words/CopyButton.tsx'
import { BlockOpen } from './block-open.ts'
import classes from './Markdown.module.css'
import { nextSort, sortedRows, type TableSort } from './table-order.ts'
import { cellText, hasControls, tableCells, tableCsv, tableMarkdown } from './table-text.ts'

interface Sorting {
  /** Column number of each header. */
  readonly columns: ReadonlyMap<Element, number>
  readonly sort: TableSort
  readonly press: (column: number) => void
}

const SortingContext = createContext<Sorting | null>(null)

/** Indices of the rows in displayed order; null for the original order. */
const OrderContext = createContext<readonly number[] | null>(null)

/** A table that scrolls on its own, and can be sorted by its headers and copied. */
export function SortableTable({ table, children }: { table: Element | undefined; children: ReactNode }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isOpen = use(BlockOpen)
  const [sort, setSort] = useState<TableSort>(null)
  const cells = useMemo(() => (isOpen || table === undefined ? null : tableCells(table)), [isOpen, table])
  const order = useMemo(() => {
    if (sort === null || cells === null) return null
    const column = cells.rows.map((row) => row[sort.column])
    return sortedRows(
      column.map((cell) => (cell === undefined ? '' : cellText(cell))),
      sort.direction,
      language,
    )
  }, [cells, language, sort])
  const sorting = useMemo<Sorting | null>(
    () =>
      cells === null || cells.rows.length < 2
        ? null
        : {
            columns: new Map(cells.header.map((cell, column) => [cell, column])),
            sort,
            press: (column) => setSort((before) => nextSort(before, column)),
          },
    [cells, sort],
  )
  const shown = () => order ?? cells?.rows.map((_, index) => index) ?? []
  return (
    <div className={classes.tableFrame}>
      {/* a wide table scrolls instead of the conversation; a scroll region must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <div className={classes.tableScroller} tabIndex={0}>
        <SortingContext value={sorting}>
          <OrderContext value={order}>
            <table dir={table?.properties.dir === 'auto' ? 'auto' : undefined}>{children}</table>
          </OrderContext>
        </SortingContext>
      </div>
      {/* empty while the table grows, so that nothing moves at its end */}
      <div className={classes.tableTools}>
        {cells === null ? null : (
          <>
            <CopyButton text={() => tableMarkdown(cells, shown())} label={t('blocks.table.copyMarkdown')} />
            <CopyButton
              text={() => tableCsv(cells, shown())}
              label={t('blocks.table.copyCsv')}
              icon={FileSpreadsheet}
            />
          </>
        )}
      </div>
    </div>
  )
}

interface HeaderCellProps {
  readonly node: Element | undefined
  readonly style: CSSProperties | undefined
  readonly children: ReactNode
}

/** The header of a column: a button that sorts by it, unless it has controls of its own. */
export function HeaderCell({ node, style, children }: HeaderCellProps) {
  const sorting = use(SortingContext)
  const column = node === undefined ? undefined : sorting?.columns.get(node)
  if (node === undefined || sorting === null || column === undefined || hasControls(node))
    return <th style={style}>{children}</th>
  const direction = sorting.sort?.column === column ? sorting.sort.direction : null
  const Sign = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <th style={style} aria-sort={direction ?? 'none'}>
      <Button kind="plain" className={classes.sort} onClick={() => sorting.press(column)}>
        {children}
        <Sign size={12} aria-hidden="true" data-shown={direction !== null || undefined} />
      </Button>
    </th>
  )
}

/** The rows of a table in their current order. */
export function TableRows({ children }: { children: ReactNode }) {
  const order = use(OrderContext)
  if (order === null) return <tbody>{children}</tbody>
  const rows = Children.toArray(children).filter(isValidElement)
  return <tbody>{order.map((index) => rows[index])}</tbody>
}
