import { Loader } from '@mantine/core'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fileTextMax } from '../../../../shared/attached-file-limits.ts'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { Line } from '../../../components/words/Line.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import {
  type ComposerFile,
  cutFile,
  decodeFile,
  isTooLong,
  removeFile,
  useOpenFiles,
} from '../actions/composer-files.ts'
import { FileIcon } from './FileIcon.tsx'
import classes from './Files.module.css'
import { fileFacts, refusalWords } from './file-words.ts'
import { PdfStep } from './PdfStep.tsx'

const FileViewer = lazyComponent(async () => (await import('../late-parts.ts')).FileViewer)

/** Files of the next message: being read, ready, too long, or refused with the reason. */
export function FileStrip() {
  const { t } = useTranslation()
  const files = useOpenFiles()
  const row = useRef<HTMLUListElement>(null)
  // scrolls an added file into view, even at the end of a long row
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed number of files moves the row
  useEffect(() => {
    row.current?.lastElementChild?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [files.length])
  return (
    // announces a file that is read or refused while the focus is elsewhere
    <div className={classes.strip} aria-live="polite">
      {files.length === 0 ? null : (
        <ul ref={row} className={classes.row} aria-label={t('files.list')}>
          {files.map((entry) => (
            <li
              key={entry.key}
              className={classes.chip}
              data-refused={entry.refusal !== null || undefined}
              data-asks={isTooLong(entry) || undefined}
            >
              <Chip entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Chip({ entry }: { entry: ComposerFile }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { file, isFromFolder, name, refusal } = entry
  return (
    <>
      {file === null && refusal === null ? <Loader size={16} m={8} aria-hidden="true" /> : <FileIcon name={name} />}
      <div className={classes.words}>
        {file === null ? (
          <span className={classes.name}>
            <Line text={name} />
          </span>
        ) : (
          <Button
            kind="plain"
            className={classes.open}
            aria-label={t('files.open', { name })}
            onClick={() => setOpen(true)}
          >
            <Line text={name} />
          </Button>
        )}
        <span className={file === null || refusal !== null ? layout.quiet : classes.facts}>
          {refusal !== null
            ? refusalWords(t, refusal)
            : file === null
              ? t('files.reading')
              : [fileFacts(t, language, file), ...(isFromFolder === true ? [t('folders.fileFrom')] : [])].join(' · ')}
        </span>
        <PdfStep entry={entry} />
        {isTooLong(entry) ? (
          <span className={classes.ask}>
            {t('files.tooLong', { count: fileTextMax })}{' '}
            <Button kind="link" onClick={() => void cutFile(entry)}>
              {t('files.sendFirst', { count: fileTextMax })}
            </Button>
          </span>
        ) : null}
      </div>
      <Button
        kind="plain"
        className={classes.remove}
        aria-label={t('composer.removePicture', { name })}
        onClick={() => removeFile(entry.key)}
      >
        <X size={13} />
      </Button>
      {file === null ? null : (
        <FileViewer
          file={file}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onDecode={(encoding) => void decodeFile(entry, encoding)}
        />
      )}
    </>
  )
}
