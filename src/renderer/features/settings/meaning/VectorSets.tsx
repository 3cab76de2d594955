import { useState } from 'react'
import type { Connection } from '../../../../shared/connection.ts'
import type { EmbeddingsState } from '../../../../shared/embeddings.ts'
import { Button } from '../../../components/Button.tsx'
import { DangerDialog } from '../../../components/dialog/DangerDialog.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { Line } from '../../../components/words/Line.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'
import type { SendMeaning } from './send-meaning.ts'

interface VectorSetsProps {
  readonly state: EmbeddingsState
  readonly connections: readonly Connection[]
  readonly send: SendMeaning
}

/** The sets of vectors, one per model, with their deletion. */
export function VectorSets({ state, connections, send }: VectorSetsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  return (
    <section aria-label={t('meaning.sets')}>
      <h3 className={settings.subheading}>{t('meaning.sets')}</h3>
      {state.sets.map(({ connectionId, dimension, id, isCurrent, model, vectors }) => {
        const of = connections.find((connection) => connection.id === connectionId)?.name ?? connectionId
        return (
          <div key={id} className={settings.row}>
            <div className={settings.words}>
              <div>
                <Line text={`${model} · ${of}`} />
              </div>
              <div className={settings.hint}>
                {t('meaning.set', { count: vectors, formatted: vectors.toLocaleString(language), dimension })}
              </div>
            </div>
            <div className={settings.control}>
              {isCurrent ? (
                <span className={settings.badge}>{t('meaning.current')}</span>
              ) : (
                <Button
                  size="small"
                  aria-label={t('meaning.removeSetOf', { model })}
                  onClick={() => void send('embeddings.removeSet', { setId: id })}
                >
                  {t('meaning.removeSet')}
                </Button>
              )}
            </div>
          </div>
        )
      })}
      <div className={settings.actions}>
        <Button size="small" onClick={() => setAsking(true)}>
          {t('meaning.remove')}
        </Button>
      </div>
      <DangerDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('meaning.removeTitle')}
        confirm={t('meaning.removeConfirm')}
        onConfirm={() => void send('embeddings.remove', {})}
      >
        <p className={dialog.text}>{t('meaning.removeText')}</p>
      </DangerDialog>
    </section>
  )
}
