import { FileArchive, FileInput } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { SettingRow } from '../SettingRow.tsx'
import settings from '../SettingsPanel.module.css'
import { OfferCard } from './OfferCard.tsx'
import { outcomeTitle } from './outcome-words.ts'
import { ReportCard } from './ReportCard.tsx'
import classes from './TransferPage.module.css'
import { exportEverything, lookAt, startTransfer, useTransfer } from './transfer-store.ts'
import { WorkLine } from './WorkLine.tsx'

/** Everything out, and what comes from elsewhere in. */
export function TransferPage() {
  const { t } = useTranslation()
  const work = useTransfer((state) => state.work)
  const receiving = useTransfer((state) => state.receiving)
  const outcome = useTransfer((state) => state.outcome)
  const offered = useTransfer((state) => state.offered)
  const files = useRef<HTMLInputElement>(null)
  const busy = work !== null || receiving !== null
  const choose = () => files.current?.click()
  useEffect(startTransfer, [])
  return (
    <>
      <SettingRow label={t('transfer.export')} hint={t('transfer.exportHint')}>
        <button type="button" className={buttons.quiet} disabled={busy} onClick={() => void exportEverything()}>
          <FileArchive size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('transfer.exportButton')}
        </button>
      </SettingRow>
      <SettingRow label={t('transfer.import')} hint={t('transfer.importHint')}>
        <input
          ref={files}
          type="file"
          accept=".zip,.json,application/zip,application/json"
          hidden
          aria-label={t('transfer.importButton')}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file !== undefined) void lookAt(file)
            event.currentTarget.value = ''
          }}
        />
        <button type="button" className={buttons.quiet} disabled={busy} onClick={choose}>
          <FileInput size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('transfer.importButton')}
        </button>
      </SettingRow>
      <WorkLine />
      {offered === null || busy ? null : <OfferCard {...offered} />}
      {outcome === null || busy ? null : outcome.kind === 'failed' ? (
        <div className={classes.error}>
          <ErrorNote
            error={outcome.error}
            place={{ where: 'other', hasText: false }}
            lead={outcomeTitle(t, outcome)}
            on={{ chooseFile: choose, retry: outcome.of === 'export' ? () => void exportEverything() : choose }}
            onDismiss={() => useTransfer.setState({ outcome: null })}
          />
        </div>
      ) : (
        <ReportCard outcome={outcome} />
      )}
      <p className={`${settings.aside} ${classes.note}`}>{t('transfer.keysNote')}</p>
    </>
  )
}
