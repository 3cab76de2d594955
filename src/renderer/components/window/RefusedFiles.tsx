import { useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { Note } from '../Note.tsx'
import classes from './DropOverlay.module.css'

/** A refused file, with the reason in words. */
export interface RefusedFile {
  readonly name: string
  readonly reason: string
}

interface RefusedFilesProps {
  /** A sentence above the list, about all of the files. */
  readonly lead?: string
  readonly files: readonly RefusedFile[]
  /** Number of refused files, when not all are named. */
  readonly total?: number
  readonly action?: { readonly label: string; readonly run: () => void }
  readonly onDismiss: () => void
}

const shownAtOnce = 3
/** Shown length of a name, in UTF-16 units. */
const nameMax = 120

/** A list of every refused file with its reason; the first three are shown at once. */
export function RefusedFiles({ lead, files, total = files.length, action, onDismiss }: RefusedFilesProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const shown = all ? files : files.slice(0, shownAtOnce)
  const unnamed = total - files.length
  return (
    <Note
      below={
        <>
          {files.length <= shownAtOnce ? null : (
            <Button kind="link" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t('app.filesLess') : t('app.filesMore', { count: total - shownAtOnce })}
            </Button>
          )}
          {action === undefined ? null : (
            <Button size="small" onClick={action.run}>
              {action.label}
            </Button>
          )}
          <Button size="small" onClick={onDismiss}>
            {t('app.dismiss')}
          </Button>
        </>
      }
    >
      {lead === undefined ? null : <p>{lead}</p>}
      <ul className={classes.list}>
        {shown.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list only grows at its end
          <li key={index}>
            <b dir="auto">{t('app.fileRefused', { name: name.slice(0, nameMax) })}</b> {reason}
          </li>
        ))}
      </ul>
      {all && unnamed > 0 ? <p>{t('app.filesUnnamed', { count: unnamed })}</p> : null}
    </Note>
  )
}
