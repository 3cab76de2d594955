import { useState } from 'react'
import type { Connection, TestReport } from '../../../shared/connection.ts'
import type { AppError } from '../../../shared/errors.ts'
import { Button } from '../../components/Button.tsx'
import { ConnectionForm } from '../../components/connection-form/ConnectionForm.tsx'
import { TestReportLine } from '../../components/connection-form/TestReportLine.tsx'
import { ErrorNote } from '../../components/errors/ErrorNote.tsx'
import layout from '../../components/layout.module.css'
import { CopyButton } from '../../components/words/CopyButton.tsx'
import { refreshConnections, useApp } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useNavigation } from '../../platform/navigation.ts'
import { ConnectionCard } from './ConnectionCard.tsx'
import classes from './SettingsPanel.module.css'

/** The entry in a console's list of chat links that leads to Atelier; the console fills in address and key. */
const adminLine = '{"Atelier":"atelier://connect?v=1&address={address}&key={key}"}'

function AdminNote() {
  const { t } = useTranslation()
  return (
    <details className={classes.help}>
      <summary>{t('links.adminTitle')}</summary>
      <p>{t('links.adminText')}</p>
      <div className={classes.line}>
        <code>{adminLine}</code>
        <CopyButton text={() => adminLine} label={t('links.adminCopy')} />
      </div>
    </details>
  )
}

interface MovedAddressProps {
  readonly connection: Connection
  readonly report: TestReport
  readonly onError: (error: AppError | null) => void
}

/** A button that saves the address where a test found the gateway, if the saved one is outdated. */
function MovedAddress({ connection, report, onError }: MovedAddressProps) {
  const { t } = useTranslation()
  const { id, name, baseUrl, allowInsecure, kind } = connection
  const foundAt = report.outcome === 'ok' ? report.foundAt : undefined
  if (kind !== 'gateway' || foundAt === undefined || foundAt === baseUrl) return null
  const save = async () => {
    const answer = await call('connections.save', { id, name, baseUrl, foundAt, allowInsecure })
    onError(answer.ok ? null : answer.error)
    await refreshConnections()
  }
  return (
    <Button size="small" onClick={() => void save()}>
      {t('connection.useFound')}
    </Button>
  )
}

export function ConnectionsPage() {
  const { t } = useTranslation()
  const { connections, defaultId, keychain } = useApp((state) => state.connections)
  const wanted = useNavigation((state) => state.connectionId)
  const mayEdit = connections.some(({ id, kind }) => id === wanted && kind === 'gateway')
  const [editing, setEditing] = useState<string | null>(mayEdit ? wanted : null)
  const [report, setReport] = useState<{ readonly id: string; readonly report: TestReport } | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const hasDemo = connections.some((connection) => connection.kind === 'demo')

  const addDemo = async () => {
    const answer = await call('connections.tryDemo', {})
    setError(answer.ok ? null : answer.error)
    await refreshConnections()
  }

  return (
    <>
      {keychain.available ? null : <p className={classes.aside}>{t('connection.noKeychain')}</p>}
      {connections.length === 0 ? <p className={classes.aside}>{t('settings.noConnections')}</p> : null}
      <ul className={classes.cards}>
        {connections.map((connection) => (
          <li key={connection.id} className={classes.card}>
            {editing === connection.id ? (
              <ConnectionForm
                connection={connection}
                focusKey={connection.id === wanted}
                onCancel={() => setEditing(null)}
                onDone={async (saved, saidReport) => {
                  await refreshConnections()
                  setEditing(null)
                  setReport({ id: saved.id, report: saidReport })
                }}
              />
            ) : (
              <>
                <ConnectionCard
                  connection={connection}
                  isDefault={connection.id === defaultId}
                  onEdit={() => {
                    setReport(null)
                    setEditing(connection.id)
                  }}
                  onReport={(told) => setReport(told === null ? null : { id: connection.id, report: told })}
                  onError={setError}
                />
                {report?.id === connection.id ? (
                  <TestReportLine
                    report={report.report}
                    where="form"
                    savedAt={connection.baseUrl}
                    onRetry={() => setReport(null)}
                  >
                    <MovedAddress connection={connection} report={report.report} onError={setError} />
                  </TestReportLine>
                ) : null}
              </>
            )}
          </li>
        ))}
      </ul>
      {error === null ? null : (
        <ErrorNote error={error} place={{ where: 'form', hasText: false }} onDismiss={() => setError(null)} />
      )}
      {editing === 'new' ? (
        <div className={classes.card}>
          <h3 className={classes.formTitle}>{t('connection.formTitle')}</h3>
          <ConnectionForm
            connection={null}
            onCancel={() => setEditing(null)}
            onDone={async (saved, told) => {
              await refreshConnections()
              setEditing(null)
              setReport({ id: saved.id, report: told })
            }}
          />
        </div>
      ) : (
        <div className={layout.wrapped}>
          <Button kind="primary" onClick={() => setEditing('new')}>
            {t('settings.add')}
          </Button>
          {hasDemo ? null : <Button onClick={() => void addDemo()}>{t('settings.addDemo')}</Button>}
        </div>
      )}
      <AdminNote />
    </>
  )
}
