import { useEffect, useState } from 'react'
import type { EmbeddingsState } from '../../../../shared/embeddings.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { ProgressBar } from '../../../components/jobs/ProgressBar.tsx'
import { untilWords } from '../../../components/words/figure-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'
import { costWords } from './cost-words.ts'
import type { SendMeaning } from './send-meaning.ts'

interface ProgressCardProps {
  readonly state: EmbeddingsState
  readonly send: SendMeaning
}

/** Progress of the vectors, their cost so far, and what delays them. */
export function ProgressCard({ state, send }: ProgressCardProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { error, isCounting, pausedBy, phase, requests, retryAt, texts, tokens } = state
  const number = (count: number) => ({ count, formatted: count.toLocaleString(language) })
  const all = texts.done + texts.wanted + texts.held
  const isComplete = texts.wanted + texts.held === 0 && !isCounting
  const goOn = () => void send('embeddings.start', {})
  return (
    <section className={settings.card} aria-label={t('meaning.progress')}>
      <h3 className={settings.formTitle}>{t('meaning.progress')}</h3>
      <ProgressBar label={t('meaning.progress')} percent={(texts.done / Math.max(1, all)) * 100} />
      <div role="status">
        {t('meaning.done', { done: texts.done.toLocaleString(language), all: all.toLocaleString(language) })}
      </div>
      <div className={settings.hint}>
        {t('meaning.used', { ...number(requests.sent), tokens: tokens.used.toLocaleString(language) })}
      </div>
      {isComplete ? <div className={settings.hint}>{t('meaning.complete')}</div> : null}
      {isComplete || isCounting ? null : (
        <div className={settings.hint}>{costWords(t, language, state).join(' · ')}</div>
      )}
      {pausedBy === 'budget' || (pausedBy === 'person' && !isComplete) ? (
        <div>{t(pausedBy === 'budget' ? 'meaning.pausedBudget' : 'meaning.pausedPerson')}</div>
      ) : null}
      {retryAt === null ? null : <RetryLine at={retryAt} />}
      {(['held', 'aside'] as const).map((what) =>
        texts[what] === 0 ? null : (
          <div key={what} className={settings.hint}>
            {t(`meaning.${what}`, number(texts[what]))}
          </div>
        ),
      )}
      {requests.unknown === 0 ? null : (
        <div className={settings.hint}>{t('meaning.unknown', number(requests.unknown))}</div>
      )}
      {error === null ? null : (
        <ErrorNote error={error} place={{ where: 'other', hasText: false }} on={{ retry: goOn }} />
      )}
      <div className={settings.actions}>
        {phase === 'running' ? (
          <Button onClick={() => void send('embeddings.pause', {})}>{t('meaning.pause')}</Button>
        ) : (
          <Button kind={error === null ? 'primary' : 'quiet'} onClick={goOn}>
            {t('meaning.goOn')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Countdown to the next attempt. */
function RetryLine({ at }: { at: number }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <div className={settings.hint}>{t('meaning.retrying', { time: untilWords(at, now) })}</div>
}
