import { Button } from '../../../components/Button.tsx'
import { useFilePick } from '../../../components/forms/use-file-pick.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Prompts.module.css'

interface LibraryBarProps {
  /** Name of the search field. */
  readonly search: string
  readonly query: string
  readonly onQuery: (query: string) => void
  /** Label of the button that creates a new item. */
  readonly begin: string
  readonly onBegin: () => void
  readonly onImport: (file: File) => void
  /** Exports the library; null while there is nothing to export. */
  readonly onExport: (() => void) | null
}

/** Search, new, import and export above a library of prompts or assistants. */
export function LibraryBar({ search, query, onQuery, begin, onBegin, onImport, onExport }: LibraryBarProps) {
  const { t } = useTranslation()
  const files = useFilePick({
    accept: '.json,application/json',
    label: t('prompts.import'),
    onFiles: ([file]) => file !== undefined && onImport(file),
  })
  return (
    <div className={classes.bar}>
      <input
        type="search"
        className={classes.search}
        aria-label={search}
        placeholder={search}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
      />
      <Button kind="primary" size="small" onClick={onBegin}>
        {begin}
      </Button>
      <Button size="small" onClick={files.choose}>
        {t('prompts.import')}
      </Button>
      <Button size="small" disabled={onExport === null} onClick={() => onExport?.()}>
        {t('prompts.export')}
      </Button>
      {files.input}
    </div>
  )
}
