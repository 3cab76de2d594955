import { useState } from 'react'
import type { StoragePlace } from '../../../../shared/storage-usage.ts'
import { Button } from '../../../components/Button.tsx'
import { DangerDialog } from '../../../components/dialog/DangerDialog.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import layout from '../../../components/layout.module.css'
import { sizeWords } from '../../../components/words/figure-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { SettingRow } from '../SettingRow.tsx'
import classes from './storage.module.css'

interface OldCopyProps {
  /** The folder in use. */
  readonly now: string
  readonly left: NonNullable<StoragePlace['left']>
  readonly busy: boolean
  readonly onDelete: () => void
  readonly onKeep: () => void
}

/** An offer, after a move, to delete or keep the copy in the old folder. */
export function OldCopy({ now, left, busy, onDelete, onKeep }: OldCopyProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const words = { now, old: left.folder, count: left.files, size: sizeWords(language, left.bytes) }
  return (
    <SettingRow label={t('backup.storage.oldCopy')} hint={t('backup.storage.oldText', words)}>
      <div className={layout.wrapped}>
        <Button size="small" disabled={busy} onClick={() => setAsking(true)}>
          {t('backup.storage.oldDelete')}
        </Button>
        <Button size="small" disabled={busy} onClick={onKeep}>
          {t('backup.storage.oldKeep')}
        </Button>
      </div>
      <DangerDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('backup.storage.oldTitle')}
        confirm={t('backup.storage.oldDelete')}
        onConfirm={onDelete}
      >
        <p className={`${dialog.text} ${classes.path}`}>{t('backup.storage.oldConfirm', words)}</p>
      </DangerDialog>
    </SettingRow>
  )
}
