import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Inspection } from '../../../../shared/transfer.ts'
import buttons from '../../../components/buttons.module.css'
import settings from '../SettingsPanel.module.css'
import { CountList, SkippedList } from './CountList.tsx'
import { useFocusWhenLost } from './ReportCard.tsx'
import classes from './TransferPage.module.css'
import { dropOffered, takeOffered } from './transfer-store.ts'

/** What is in a file, before anything of it is taken in. */
export function OfferCard({ name, inspection }: { name: string; inspection: Inspection }) {
  const { t } = useTranslation()
  const { conversations, images, transcripts, videos } = inspection.counts
  const items = conversations + images + transcripts + videos
  const nothingNew = inspection.present >= items
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
      {inspection.present === 0 ? null : (
        <p>{nothingNew ? t('transfer.nothingNew') : t('transfer.present', { count: inspection.present })}</p>
      )}
      <SkippedList skipped={inspection.skipped} title={t('transfer.skippedAhead')} />
      <div className={settings.actions}>
        {nothingNew ? null : (
          <button type="button" className={buttons.primary} onClick={() => void takeOffered()}>
            {t('transfer.take')}
          </button>
        )}
        <button type="button" className={buttons.quiet} onClick={dropOffered}>
          {nothingNew ? t('app.close') : t('app.cancel')}
        </button>
      </div>
    </section>
  )
}
