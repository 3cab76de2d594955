import { Loader } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { fileTextMax } from '../../../../shared/attached-file-limits.ts'
import { folderAttachedMax } from '../../../../shared/folder-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { useFilePick } from '../../../components/forms/use-file-pick.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import layout from '../../../components/layout.module.css'
import { Line } from '../../../components/words/Line.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import {
  type ComposerFile,
  cutEntry,
  type FileRefusal,
  filesToSend,
  isReading,
  isTooLong,
  readEntry,
} from '../actions/composer-files.ts'
import { FileIcon } from '../files/FileIcon.tsx'
import { fileFacts, refusalWords } from '../files/file-words.ts'
import classes from './Folders.module.css'

interface FolderFilesProps {
  readonly files: readonly ComposerFile[]
  readonly onEdit: (edit: (before: readonly ComposerFile[]) => readonly ComposerFile[]) => void
}

/** The files that a folder gives to its new chats, being read, ready, too long, or refused with the reason. */
export function FolderFiles({ files, onEdit }: FolderFilesProps) {
  const { t } = useTranslation()
  const replace = (entry: ComposerFile) =>
    onEdit((before) => before.map((other) => (other.key === entry.key ? entry : other)))
  const { choose, input } = useFilePick({
    multiple: true,
    label: t('folders.addFiles'),
    onFiles: (chosen) => {
      const room = folderAttachedMax - filesToSend(files).length
      const entries = chosen.map((source, index) => {
        const refusal: FileRefusal | null = index < room ? null : { by: 'count' }
        return { key: crypto.randomUUID(), name: source.name, file: null, refusal, source }
      })
      // earlier refusals concern other files
      onEdit((before) => [...filesToSend(before), ...entries])
      for (const entry of entries) if (entry.refusal === null) void readEntry(entry, entry.source).then(replace)
    },
  })
  return (
    <fieldset className={classes.files}>
      <legend>{t('folders.files')}</legend>
      <p className={layout.quiet}>{t('folders.filesHint')}</p>
      <ul className={classes.fileRows} aria-live="polite">
        {files.map((entry) => (
          <li key={entry.key} className={classes.file}>
            <FolderFile
              entry={entry}
              onCut={() => void cutEntry(entry).then(replace)}
              onRemove={() => onEdit((before) => before.filter(({ key }) => key !== entry.key))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" onClick={choose}>
          <Plus size={14} aria-hidden="true" />
          {t('folders.addFiles')}
        </Button>
        {input}
      </div>
    </fieldset>
  )
}

interface FolderFileProps {
  readonly entry: ComposerFile
  readonly onCut: () => void
  readonly onRemove: () => void
}

function FolderFile({ entry, onCut, onRemove }: FolderFileProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { file, name, refusal } = entry
  const about = file === null ? t('files.reading') : fileFacts(t, language, file)
  return (
    <>
      {isReading(entry) ? <Loader size={16} m={8} aria-hidden="true" /> : <FileIcon name={name} />}
      <div className={classes.fileWords}>
        <Line text={name} />
        <span className={layout.quiet}>{refusal === null ? about : refusalWords(t, refusal)}</span>
        {isTooLong(entry) ? (
          <span className={layout.warned}>
            {t('files.tooLong', { count: fileTextMax })}{' '}
            <Button kind="link" onClick={onCut}>
              {t('files.sendFirst', { count: fileTextMax })}
            </Button>
          </span>
        ) : null}
      </div>
      <IconButton
        icon={X}
        words={t('composer.removePicture', { name })}
        iconSize={14}
        size="small"
        onClick={onRemove}
      />
    </>
  )
}
