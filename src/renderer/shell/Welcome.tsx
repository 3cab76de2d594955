import { useState } from 'react'
import type { AppError } from '../../shared/errors.ts'
import { Button } from '../components/Button.tsx'
import { ConnectionForm } from '../components/connection-form/ConnectionForm.tsx'
import { ErrorNote } from '../components/errors/ErrorNote.tsx'
import { Seal } from '../components/Seal.tsx'
import { refreshConnections, useApp } from '../platform/app-store.ts'
import { call } from '../platform/bridge/client.ts'
import { useTranslation } from '../platform/i18n/use-translation.ts'
import { showSettings } from '../platform/navigation.ts'
import { showToast } from '../platform/toasts.ts'
import classes from './Welcome.module.css'

/** First start: connect a gateway, try the demo, or import chats. */
export function Welcome({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const keychain = useApp((state) => state.connections.keychain.available)
  const [starting, setStarting] = useState(false)
  const [error, setError] = useState<AppError | null>(null)

  const tryDemo = async () => {
    setStarting(true)
    setError(null)
    const answer = await call('connections.tryDemo', {})
    if (answer.ok) {
      await refreshConnections()
      onDone()
      return
    }
    setStarting(false)
    setError(answer.error)
  }

  // chats can be read and searched before anything is connected
  const bringChats = () => {
    showSettings('transfer')
    onDone()
  }

  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <Seal large />
        <div>
          <h1 className={classes.title}>{t('welcome.title')}</h1>
          <p className={classes.lead}>{keychain ? t('welcome.lead') : t('welcome.leadNoKeychain')}</p>
        </div>
        <ConnectionForm
          connection={null}
          onDone={async (_saved, report) => {
            await refreshConnections()
            if (report.outcome === 'ok') {
              showToast(
                report.models === 0 ? t('connection.reportEmpty') : t('connection.reportOk', { count: report.models }),
              )
            }
            onDone()
          }}
        />
        <div className={classes.or}>{t('welcome.or')}</div>
        <Button size="wide" disabled={starting} onClick={tryDemo}>
          {starting ? t('welcome.demoStarting') : t('welcome.demo')}
        </Button>
        {error === null ? null : (
          <ErrorNote error={error} place={{ where: 'form', hasText: false }} on={{ retry: () => void tryDemo() }} />
        )}
        <p className={classes.bring}>
          <Button kind="link" onClick={bringChats}>
            {t('welcome.bring')}
          </Button>
        </p>
      </div>
    </main>
  )
}
