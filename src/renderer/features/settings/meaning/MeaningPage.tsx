import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { ModelSelect } from '../../../components/model-picker/ModelSelect.tsx'
import { useApp } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { keepEmbeddings, loadEmbeddings, useEmbeddings } from '../../../platform/embeddings-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'
import { CostCard } from './CostCard.tsx'
import classes from './MeaningPage.module.css'
import { ProgressCard } from './ProgressCard.tsx'
import type { SendMeaning } from './send-meaning.ts'
import { TermsFields } from './TermsFields.tsx'
import { VectorSets } from './VectorSets.tsx'

/** Semantic search: its model, its cost, and its progress. */
export function MeaningPage() {
  const { t } = useTranslation()
  const state = useEmbeddings((store) => store.state)
  const connections = useApp((app) => app.connections)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(() => {
    void loadEmbeddings()
  }, [])
  if (state === null) return null

  const send: SendMeaning = async (name, input) => {
    const answer = await call(name, input)
    if (answer.ok) keepEmbeddings(answer.value)
    setError(answer.ok ? null : answer.error)
  }
  const chosen = state.choice
  const connectionId = chosen?.connectionId ?? connections.defaultId
  const connection = connections.connections.find(({ id }) => id === connectionId) ?? null
  return (
    <>
      <p className={settings.aside}>{t('meaning.intro')}</p>
      <p className={settings.aside}>{t('meaning.sent')}</p>
      {state.isAvailable ? (
        <div className={classes.model}>
          <ModelSelect
            label={t('meaning.model')}
            connection={connection}
            model={chosen?.model ?? ''}
            kind="embedding"
            onChoose={(id, model) => void send('embeddings.choose', { connectionId: id, model })}
          />
        </div>
      ) : (
        <p role="status">{t('meaning.unavailable')}</p>
      )}
      {error === null ? null : (
        <ErrorNote error={error} place={{ where: 'other', hasText: false }} onDismiss={() => setError(null)} />
      )}
      {chosen === null ? null : (
        <>
          {state.phase === 'ready' ? (
            <CostCard state={state} send={send} />
          ) : (
            <ProgressCard state={state} send={send} />
          )}
          <TermsFields key={`${chosen.connectionId} ${chosen.model}`} terms={state.terms} send={send} />
          <VectorSets state={state} connections={connections.connections} send={send} />
        </>
      )}
    </>
  )
}
