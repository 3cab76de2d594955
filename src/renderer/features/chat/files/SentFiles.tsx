import { useState } from 'react'
import type { AttachedFile } from '../../../../shared/attached-file.ts'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { Line } from '../../../components/words/Line.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { FileIcon } from './FileIcon.tsx'
import classes from './Files.module.css'
import { fileFacts } from './file-words.ts'

const FileViewer = lazyComponent(async () => (await import('../late-parts.ts')).FileViewer)

/** The files attached to a sent message; each opens as it was sent. */
export function SentFiles({ files }: { files: readonly AttachedFile[] }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.files} aria-label={t('files.list')}>
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the files of a message never change
        <li key={index} className={classes.chip}>
          <SentFile file={file} />
        </li>
      ))}
    </ul>
  )
}

function SentFile({ file }: { file: AttachedFile }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <FileIcon name={file.name} />
      <div className={classes.words}>
        <Button
          kind="plain"
          className={classes.open}
          aria-label={t('files.open', { name: file.name })}
          onClick={() => setOpen(true)}
        >
          <Line text={file.name} />
        </Button>
        <span className={layout.quiet}>{fileFacts(t, language, file)}</span>
      </div>
      <FileViewer file={file} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
