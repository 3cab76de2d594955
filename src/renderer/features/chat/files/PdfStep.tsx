import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { type ComposerFile, removeFile, unlockFile } from '../actions/composer-files.ts'
import classes from './Files.module.css'

const parts = () => import('../late-parts.ts')
const PagesDialog = lazyComponent(async () => (await parts()).PagesDialog)
const PasswordDialog = lazyComponent(async () => (await parts()).PasswordDialog)

/** The next step for a refused PDF: its password, or its pages as pictures; nothing for other files. */
export function PdfStep({ entry }: { readonly entry: ComposerFile }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { name, password, refusal, source } = entry
  if (source === null || refusal?.by !== 'reader' || !/\.pdf$/i.test(name)) return null
  const close = () => setAsking(false)
  const ask = (words: string) => (
    <Button kind="link" onClick={() => setAsking(true)}>
      {words}
    </Button>
  )
  switch (refusal.problem) {
    case 'encrypted':
      return (
        <span className={classes.ask}>
          {password === undefined ? null : `${t('files.pdf.wrongPassword')} `}
          {ask(t('files.pdf.enterPassword'))}
          {isAsking ? (
            <PasswordDialog
              name={name}
              onClose={close}
              onOpen={(typed) => {
                close()
                void unlockFile(entry, typed)
              }}
            />
          ) : null}
        </span>
      )
    case 'no_text':
      return (
        <span className={classes.ask}>
          {ask(t('files.pdf.choosePages'))}
          {isAsking ? (
            <PagesDialog
              name={name}
              source={source}
              password={password}
              onClose={close}
              onAttached={() => {
                close()
                removeFile(entry.key)
              }}
            />
          ) : null}
        </span>
      )
    default:
      return null
  }
}
