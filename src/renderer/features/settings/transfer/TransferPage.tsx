import { FileArchive, FileInput } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Inspection, TransferWork } from '../../../../shared/transfer.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { useFilePick } from '../../../components/forms/use-file-pick.tsx'
import { sizeWords } from '../../../components/words/figure-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { SettingRow } from '../SettingRow.tsx'
import settings from '../SettingsPanel.module.css'
import { WorkLine } from '../WorkLine.tsx'
import { CountList, SkippedList } from './CountList.tsx'
import { offerWords, outcomeTitle } from './outcome-words.ts'
import { ReportCard, useFocusWhenLost } from './ReportCard.tsx'
import classes from './TransferPage.module.css'
import {
  cancelTransfer,
  dropOffered,
  exportEverything,
  lookAt,
  startTransfer,
  takeOffered,
  useTransfer,
} from './transfer-store.ts'

/** Export and import. */
export function TransferPage() {
  const { t } = useTranslation()
  const work = useTransfer((state) => state.work)
  const receiving = useTransfer((state) => state.receiving)
  const outcome = useTransfer((state) => state.outcome)
  const offered = useTransfer((state) => state.offered)
  const busy = work !== null || receiving !== null
  const { choose, input } = useFilePick({
    accept: '.zip,.json,.md,.markdown,.db,.sqlite,application/zip,application/json',
    label: t('transfer.importButton'),
    onFiles: ([file]) => file !== undefined && void lookAt(file),
  })
  useEffect(startTransfer, [])
  return (
    <>
      <SettingRow label={t('transfer.export')} hint={t('transfer.exportHint')}>
        <Button disabled={busy} onClick={() => void exportEverything()}>
          <FileArchive size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('transfer.exportButton')}
        </Button>
      </SettingRow>
      <SettingRow label={t('transfer.import')} hint={t('transfer.importHint')}>
        {input}
        <Button disabled={busy} onClick={choose}>
          <FileInput size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('transfer.importButton')}
        </Button>
      </SettingRow>
      <TransferWorkLine />
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

/** A file's contents before the import. */
function OfferCard({ name, inspection }: { name: string; inspection: Inspection }) {
  const { t } = useTranslation()
  const { hasNew, words } = offerWords(t, inspection)
  const card = useRef<HTMLElement>(null)
  useFocusWhenLost(card)
  return (
    <section
      ref={card}
      tabIndex={-1}
      className={`${settings.card} ${classes.card}`}
      aria-label={t('transfer.offerLabel')}
    >
      <div className={settings.cardTop}>
        <span className={settings.name}>{name}</span>
        <span className={settings.badge}>{t(`transfer.formats.${inspection.format}`)}</span>
      </div>
      <CountList counts={inspection.counts} />
      {words === '' ? null : <p>{words}</p>}
      <SkippedList byChat={inspection.byChat} skipped={inspection.skipped} title={t('transfer.skippedAhead')} />
      <div className={settings.actions}>
        {!hasNew ? null : (
          <Button kind="primary" onClick={() => void takeOffered()}>
            {t('transfer.take')}
          </Button>
        )}
        <Button onClick={dropOffered}>{hasNew ? t('app.cancel') : t('app.close')}</Button>
      </div>
    </section>
  )
}

/** Progress of a transfer, with a cancel button. */
function TransferWorkLine() {
  const { t } = useTranslation()
  const work = useTransfer((state) => state.work)
  const receiving = useTransfer((state) => state.receiving)
  if (work === null && receiving === null) return null
  const words =
    work === null
      ? t('transfer.working.receiving')
      : work.stage === 'undoing'
        ? t('transfer.working.undoing')
        : t(`transfer.working.${work.kind}`)
  return (
    <WorkLine
      className={classes.work}
      words={words}
      progress={work?.progress ?? null}
      below={work === null ? null : <Done work={work} />}
    >
      {work === null || work.stage === 'undoing' ? null : (
        <Button size="small" onClick={cancelTransfer}>
          {t('app.cancel')}
        </Button>
      )}
    </WorkLine>
  )
}

/** Processed items and bytes; uncounted ones are left out. */
function Done({ work }: { work: TransferWork }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const parts = [
    ...(work.items === 0
      ? []
      : [t('transfer.itemsDone', { count: work.items, number: work.items.toLocaleString(language) })]),
    ...(work.bytes === 0 ? [] : [sizeWords(language, work.bytes)]),
  ]
  return <span className={classes.done}>{parts.join(' · ')}</span>
}
