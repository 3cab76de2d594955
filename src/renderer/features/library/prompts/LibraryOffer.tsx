import type { ReactNode } from 'react'
import { Button } from '../../../components/Button.tsx'
import pages from '../../../components/lists/side-pages.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Prompts.module.css'

/** Maximum number of items that are shown before the import. */
const shownMax = 50

interface LibraryOfferProps<T> {
  readonly title: string
  /** Why the file cannot be read; null if it can. */
  readonly problem: string | null
  /** The items that the import would add. */
  readonly added: readonly T[]
  /** How many items are new. */
  readonly counted: string
  /** Number of items that exist already. */
  readonly known: number
  /** Number of items beyond the limit of the library. */
  readonly left: number
  readonly item: (one: T) => { readonly key: string; readonly shown: ReactNode }
  readonly note?: string
  readonly add: string
  readonly onAdd: () => void
  readonly onClose: () => void
}

/** A preview of the prompts or assistants that a file would add. */
export function LibraryOffer<T>(props: LibraryOfferProps<T>) {
  const { title, problem, added, counted, known, left, item, note, add, onAdd, onClose } = props
  const { t } = useTranslation()
  return (
    <section className={pages.card} aria-label={title}>
      <h3 className={pages.formTitle}>{title}</h3>
      {problem === null ? (
        <>
          <p role="status" className={pages.hint}>
            {[
              counted,
              ...(known === 0 ? [] : [t('prompts.offerKnown', { count: known })]),
              ...(left === 0 ? [] : [t('prompts.offerLeft', { count: left })]),
            ].join(' · ')}
          </p>
          <ul className={classes.offered}>
            {added
              .slice(0, shownMax)
              .map(item)
              .map(({ key, shown }) => (
                <li key={key}>{shown}</li>
              ))}
            {added.length > shownMax ? <li>…</li> : null}
          </ul>
          {note === undefined ? null : <p className={pages.hint}>{note}</p>}
        </>
      ) : (
        <p role="alert">{problem}</p>
      )}
      <div className={pages.actions}>
        {added.length === 0 ? null : (
          <Button kind="primary" size="small" onClick={onAdd}>
            {add}
          </Button>
        )}
        <Button size="small" onClick={onClose}>
          {added.length === 0 ? t('app.close') : t('app.cancel')}
        </Button>
      </div>
    </section>
  )
}
