import { useState } from 'react'
import type { TestReport } from '../../../shared/connection.ts'
import { type ConnectionOffer, maskedKey } from '../../../shared/links/connection-offer.ts'
import { Button } from '../../components/Button.tsx'
import { OfferWarnings } from '../../components/connection-form/OfferWarnings.tsx'
import { TestReportLine } from '../../components/connection-form/TestReportLine.tsx'
import { canBeKept } from '../../components/connection-form/use-connection-form.ts'
import { DialogFoot } from '../../components/dialog/DialogFoot.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { TextField } from '../../components/forms/TextField.tsx'
import { refreshConnections, useApp } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import classes from './LinkDialog.module.css'
import { closeQuestion } from './links-store.ts'

interface ConnectQuestionProps {
  readonly offer: ConnectionOffer
  /** Called when the connection was added. */
  readonly onAdded: () => void
}

/**
 * A connection that a link offers, and where its key would be sent. The button tests the connection, and adds it if it
 * answers.
 */
export function ConnectQuestion({ offer, onAdded }: ConnectQuestionProps) {
  const { t } = useTranslation()
  const [id] = useState(() => crypto.randomUUID())
  const [typedKey, setTypedKey] = useState('')
  const [running, setRunning] = useState(false)
  const [isAdded, setAdded] = useState(false)
  const [report, setReport] = useState<TestReport | null>(null)
  const { host } = new URL(offer.address)
  const connections = useApp((state) => state.connections.connections)
  const same = connections.find((other) => other.id !== id && new URL(other.baseUrl).host === host)
  const key = offer.key === '' ? typedKey.trim() : offer.key

  const place = { baseUrl: offer.address, allowInsecure: offer.isUnencrypted }

  const save = async (tested: TestReport) => {
    const found = tested.outcome === 'ok' && tested.foundAt !== undefined ? { foundAt: tested.foundAt } : {}
    const name = offer.name || host.slice(0, 80)
    const saved = await call('connections.save', { id, name, ...place, ...found, key })
    setReport(saved.ok ? tested : { outcome: 'failed', error: saved.error })
    if (!saved.ok) return
    setAdded(true)
    onAdded()
    await refreshConnections()
  }

  const add = async () => {
    setRunning(true)
    setReport(null)
    const answer = await call('connections.test', { ...place, key })
    const tested: TestReport = answer.ok ? answer.value : { outcome: 'failed', error: answer.error }
    if (tested.outcome === 'ok') await save(tested)
    else setReport(tested)
    setRunning(false)
  }

  const keep = async (tested: TestReport) => {
    setRunning(true)
    await save(tested)
    setRunning(false)
  }

  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('connection.name')}</dt>
        <dd>{offer.name === '' ? <i>{t('links.noName')}</i> : offer.name}</dd>
        <dt>{t('links.goesTo')}</dt>
        <dd className={classes.host}>{host}</dd>
        <dt>{t('connection.address')}</dt>
        <dd>{offer.address}</dd>
        {offer.key === '' ? null : (
          <>
            <dt>{t('connection.key')}</dt>
            <dd>{maskedKey(offer.key)}</dd>
          </>
        )}
      </dl>
      <OfferWarnings offer={offer} />
      {same === undefined || isAdded ? null : <p className={dialog.text}>{t('links.already', { name: same.name })}</p>}
      {isAdded ? null : <p className={dialog.text}>{t('links.trust')}</p>}
      {offer.key !== '' || isAdded ? null : (
        <TextField
          mt="sm"
          type="password"
          label={t('connection.key')}
          description={t('links.enterKey')}
          spellCheck={false}
          value={typedKey}
          onText={setTypedKey}
        />
      )}
      {report === null ? null : (
        <TestReportLine
          report={report}
          where="form"
          lead={isAdded ? undefined : t('connection.reportNotSaved')}
          onRetry={() => void add()}
        >
          {isAdded || !canBeKept(report) ? null : (
            <Button size="small" disabled={running} onClick={() => void keep(report)}>
              {t('connection.keepAnyway')}
            </Button>
          )}
        </TestReportLine>
      )}
      <DialogFoot>
        {isAdded ? (
          <Button kind="primary" disabled={running} onClick={closeQuestion}>
            {running ? t('connection.testing') : t('links.done')}
          </Button>
        ) : (
          <>
            <Button onClick={closeQuestion} data-autofocus>
              {t('app.cancel')}
            </Button>
            <Button
              kind={offer.isUnencrypted ? 'danger' : 'primary'}
              disabled={running || key === ''}
              onClick={() => void add()}
            >
              {running ? t('links.adding') : offer.isUnencrypted ? t('links.addUnencrypted') : t('links.add')}
            </Button>
          </>
        )}
      </DialogFoot>
    </>
  )
}
