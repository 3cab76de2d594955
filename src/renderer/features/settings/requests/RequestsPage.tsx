import { Switch } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { GatewayRequestSummary } from '../../../../shared/gateway-request.ts'
import { requestKinds, requestsMax } from '../../../../shared/request-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { clockTime, stateWords } from '../../../components/requests/request-words.ts'
import { useRequests } from '../../../components/requests/use-requests.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { SettingRow } from '../SettingRow.tsx'
import settings from '../SettingsPanel.module.css'
import { RequestDialog } from './RequestDialog.tsx'
import classes from './Requests.module.css'
import { addressPathOf, requestsLike } from './request-filter.ts'

/** The log of requests to gateways and their answers. */
export function RequestsPage() {
  const { t } = useTranslation()
  const { dismiss, error, requests } = useRequests()
  const [kind, setKind] = useState<GatewayRequestSummary['kind'] | null>(null)
  const [words, setWords] = useState('')
  const [opened, setOpened] = useState<GatewayRequestSummary | null>(null)
  const shown = requestsLike(requests ?? [], { kind, words })
  return (
    <>
      <p className={settings.aside}>{t('requests.intro', { count: requestsMax })}</p>
      {error === null ? null : (
        <ErrorNote error={error} place={{ where: 'other', hasText: false }} onDismiss={dismiss} />
      )}
      <KeptSwitch />
      <div className={classes.bar}>
        <select
          className={classes.field}
          aria-label={t('requests.kindOf')}
          value={kind ?? ''}
          onChange={(event) => setKind(requestKinds.find((one) => one === event.currentTarget.value) ?? null)}
        >
          <option value="">{t('requests.all')}</option>
          {requestKinds.map((one) => (
            <option key={one} value={one}>
              {t(`requests.kind.${one}`)}
            </option>
          ))}
        </select>
        <input
          autoComplete="off"
          className={`${classes.field} ${classes.wide}`}
          aria-label={t('requests.filter')}
          placeholder={t('requests.filter')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button
          size="small"
          disabled={requests === null || requests.length === 0}
          onClick={() => void call('requests.clear', {})}
        >
          {t('requests.clear')}
        </Button>
      </div>
      {requests === null || shown.length > 0 ? null : (
        <p className={settings.aside} role="status">
          {t(requests.length === 0 ? 'requests.none' : 'requests.noneMatch')}
        </p>
      )}
      <ul className={classes.list} aria-label={t('requests.list')}>
        {shown.map((request) => (
          <Row key={request.id} request={request} onOpen={() => setOpened(request)} />
        ))}
      </ul>
      <RequestDialog request={opened} onClose={() => setOpened(null)} />
    </>
  )
}

/** A switch that keeps the log on the disk, or in memory only. */
function KeptSwitch() {
  const { t } = useTranslation()
  const [isKept, setKept] = useState<boolean | null>(null)
  useEffect(() => {
    let isOver = false
    void call('requests.kept', {}).then((answer) => {
      if (!isOver && answer.ok) setKept(answer.value.kept)
    })
    return () => {
      isOver = true
    }
  }, [])
  return (
    <SettingRow label={t('requests.kept')} hint={t('requests.keptHint')}>
      <Switch
        aria-label={t('requests.kept')}
        disabled={isKept === null}
        checked={isKept ?? false}
        onChange={async ({ currentTarget: { checked } }) => {
          if ((await call('requests.keep', { kept: checked })).ok) setKept(checked)
        }}
      />
    </SettingRow>
  )
}

function Row({ onOpen, request }: { readonly request: GatewayRequestSummary; readonly onOpen: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const time = clockTime(language, request.at)
  const state = stateWords(t, request)
  const model = lineText(request.model, 80)
  const isBad = request.error !== null || (request.status !== null && request.status >= 400)
  return (
    <li>
      <Button
        kind="row"
        className={classes.row}
        aria-label={t('requests.open', { time, model, state })}
        onClick={onOpen}
      >
        <span className={classes.time}>{time}</span>
        <span className={classes.what}>
          <span className={classes.model}>{model}</span>
          <span className={classes.path}>{`${request.method} ${addressPathOf(request.url)}`}</span>
        </span>
        <span className={classes.state} data-bad={isBad || undefined} title={state}>
          {state}
        </span>
        <span className={classes.ms}>
          {request.endMs === null ? '' : t('requests.seconds', { seconds: (request.endMs / 1000).toFixed(1) })}
        </span>
      </Button>
    </li>
  )
}
