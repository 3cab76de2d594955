import { type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../../components/Button.tsx'
import { CopyButton } from '../../../components/words/CopyButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showPanel } from '../../../platform/navigation.ts'
import settings from '../SettingsPanel.module.css'
import { CountList, SkippedList } from './CountList.tsx'
import { outcomeTitle, remarkWords, reportText, type TransferOutcome } from './outcome-words.ts'
import classes from './TransferPage.module.css'
import { useTransfer } from './transfer-store.ts'

/** Focuses an element when it appears and the focused one is gone, so that the keyboard continues from there. */
export function useFocusWhenLost(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus()
  }, [element])
}

/** Report of a transfer, with what was left out. */
export function ReportCard({ outcome }: { outcome: Exclude<TransferOutcome, { kind: 'failed' }> }) {
  const { t } = useTranslation()
  const card = useRef<HTMLElement>(null)
  useFocusWhenLost(card)
  return (
    <section
      ref={card}
      tabIndex={-1}
      className={`${settings.card} ${classes.card}`}
      aria-label={t('transfer.reportLabel')}
    >
      <div className={classes.cardTop}>
        <p className={settings.name} role="status">
          {outcomeTitle(t, outcome)}
        </p>
        <CopyButton text={() => reportText(t, outcome)} label={t('transfer.copyReport')} />
      </div>
      <CountList counts={outcome.kind === 'imported' ? outcome.report.added : outcome.report.counts} />
      {remarkWords(t, outcome).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {outcome.kind === 'imported' ? (
        <SkippedList
          byChat={outcome.report.byChat}
          skipped={outcome.report.skipped}
          title={t('transfer.skippedTitle')}
        />
      ) : null}
      <div className={settings.actions}>
        {outcome.kind === 'imported' ? (
          <Button onClick={() => showPanel('history')}>{t('transfer.openHistory')}</Button>
        ) : null}
        <Button onClick={() => useTransfer.setState({ outcome: null })}>{t('app.close')}</Button>
      </div>
    </section>
  )
}
