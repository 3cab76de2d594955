import type { TFunction } from 'i18next'
import { useState } from 'react'
import type { Connection, TestReport } from '../../../shared/connection.ts'
import type { AppError } from '../../../shared/errors.ts'
import { Button } from '../../components/Button.tsx'
import { type ConnectionOptions, OptionFields, optionsOf } from '../../components/connection-form/OptionFields.tsx'
import { DangerDialog } from '../../components/dialog/DangerDialog.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { refreshConnections } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import classes from './SettingsPanel.module.css'

interface ConnectionCardProps {
  readonly connection: Connection
  readonly isDefault: boolean
  readonly onEdit: () => void
  readonly onReport: (report: TestReport | null) => void
  readonly onError: (error: AppError | null) => void
}

type Question = 'clearKey' | 'remove'

/** One connection: its address, where its key is, and actions. */
export function ConnectionCard({ connection, isDefault, onEdit, onReport, onError }: ConnectionCardProps) {
  const { t } = useTranslation()
  const [testing, setTesting] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const { id, name, baseUrl, allowInsecure, kind } = connection
  const own = kind === 'gateway'
  const test = async () => {
    setTesting(true)
    onReport(null)
    const answer = await call('connections.test', { id, baseUrl, allowInsecure })
    setTesting(false)
    onReport(answer.ok ? answer.value : { outcome: 'failed', error: answer.error })
  }
  const change = async (name: 'connections.setDefault' | 'connections.clearKey' | 'connections.remove') => {
    const answer = await call(name, { id })
    onError(answer.ok ? null : answer.error)
    await refreshConnections()
  }

  const choose = async ({ endpoint, firstPicture, pictures }: Partial<ConnectionOptions>) => {
    const answers = [
      ...(endpoint === undefined ? [] : [await call('connections.setEndpoint', { id, endpoint })]),
      ...(firstPicture === undefined ? [] : [await call('connections.setFirstPicture', { id, firstPicture })]),
      ...(pictures === undefined ? [] : [await call('connections.setPictures', { id, pictures })]),
    ]
    onError(answers.find((answer) => !answer.ok)?.error ?? null)
    await refreshConnections()
  }

  return (
    <>
      <div className={classes.cardTop}>
        <b className={classes.name}>{name}</b>
        {isDefault ? <span className={classes.badge}>{t('settings.default')}</span> : null}
        {allowInsecure && baseUrl.startsWith('http:') ? (
          <span className={classes.warn}>{t('settings.insecure')}</span>
        ) : null}
      </div>
      <div className={classes.address}>{baseUrl}</div>
      <div className={classes.hint}>
        {kind === 'environment'
          ? t('settings.environment', { key: keyWords(t, connection) })
          : kind === 'demo'
            ? t('settings.demo')
            : keyWords(t, connection)}
      </div>
      {own ? null : <OptionFields value={optionsOf(connection)} onChange={(change) => void choose(change)} />}
      <fieldset className={classes.actions} aria-label={t('settings.actionsOf', { name })}>
        <Button size="small" disabled={testing} onClick={() => void test()}>
          {testing ? t('connection.testing') : t('settings.test')}
        </Button>
        {isDefault ? null : (
          <Button size="small" onClick={() => void change('connections.setDefault')}>
            {t('settings.makeDefault')}
          </Button>
        )}
        {own ? (
          <Button size="small" onClick={onEdit}>
            {t('settings.edit')}
          </Button>
        ) : null}
        {own && connection.key.kept !== 'none' ? (
          <Button size="small" onClick={() => setQuestion('clearKey')}>
            {t('settings.clearKey')}
          </Button>
        ) : null}
        {kind === 'environment' ? null : (
          <Button size="small" onClick={() => setQuestion('remove')}>
            {t('settings.remove')}
          </Button>
        )}
      </fieldset>
      <DangerDialog
        opened={question !== null}
        onClose={() => setQuestion(null)}
        confirm={question === 'clearKey' ? t('settings.clearKey') : t('settings.remove')}
        onConfirm={() => void change(question === 'clearKey' ? 'connections.clearKey' : 'connections.remove')}
        title={question === 'clearKey' ? t('settings.clearKeyTitle', { name }) : t('settings.removeTitle', { name })}
      >
        <p className={dialog.text}>{question === 'clearKey' ? t('settings.clearKeyText') : t('settings.removeText')}</p>
      </DangerDialog>
    </>
  )
}

/** Returns the location of a connection's key, in words. */
function keyWords(t: TFunction, connection: Connection): string {
  if (connection.kind === 'demo') return t('connection.demoKey')
  const { kept, lastFour } = connection.key
  switch (kept) {
    case 'keychain':
      return lastFour === null ? t('connection.keychain') : t('connection.keychainLast', { last: lastFour })
    case 'run':
      return lastFour === null ? t('connection.run') : t('connection.runLast', { last: lastFour })
    case 'none':
      return t('connection.none')
    default:
      return kept satisfies never
  }
}
