import type { EmbeddingsState } from '../../../../shared/embeddings.ts'
import { Button } from '../../../components/Button.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'
import { costWords } from './cost-words.ts'
import type { SendMeaning } from './send-meaning.ts'

interface CostCardProps {
  readonly state: EmbeddingsState
  readonly send: SendMeaning
}

/** The cost of the vectors, before anything is sent. */
export function CostCard({ state, send }: CostCardProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { isCounting, texts, tokens } = state
  const number = (value: number): string => value.toLocaleString(language)
  return (
    <section className={settings.card} aria-label={t('meaning.cost')}>
      <h3 className={settings.formTitle}>{t('meaning.cost')}</h3>
      <div role="status">
        {isCounting ? (
          t('meaning.counting', { texts: number(texts.wanted) })
        ) : texts.wanted === 0 ? (
          t('meaning.nothingToSend')
        ) : (
          <b>{costWords(t, language, state).join(' · ')}</b>
        )}
      </div>
      {isCounting || texts.wanted === 0 ? null : (
        <p className={settings.hint}>
          {t('meaning.estimate', { wide: number(tokens.wide), other: number(tokens.wanted - tokens.wide) })}
        </p>
      )}
      <div className={settings.actions}>
        <Button kind="primary" disabled={isCounting} onClick={() => void send('embeddings.start', {})}>
          {t('meaning.start')}
        </Button>
      </div>
    </section>
  )
}
