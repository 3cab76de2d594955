import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import type { ProxyReport } from '../../../../shared/proxy.ts'
import { type ProxyMode, proxyKinds, usualPorts } from '../../../../shared/proxy-modes.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { Segments } from '../../../components/forms/Segments.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import layout from '../../../components/layout.module.css'
import { useApp } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Network.module.css'
import { ProxyReportLine } from './ProxyReportLine.tsx'

type State = CallOutput<'network.get'>
type Outcome = { readonly report: ProxyReport } | { readonly error: AppError } | 'saved'

interface ProxyFormProps {
  readonly state: State
  readonly onSaved: (state: State) => void
}

/** Kind, address and login of the proxy, with a connection test. Nothing changes before *Save*. */
export function ProxyForm({ state, onSaved }: ProxyFormProps) {
  const { t } = useTranslation()
  const shell = useApp((app) => app.info.shell)
  const connectionId = useApp((app) => app.connections.defaultId)
  const [settings, setSettings] = useState(state.settings)
  const [password, setPassword] = useState('')
  const [running, setRunning] = useState<'save' | 'test' | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { mode } = settings
  const kind = proxyKinds.find((other) => other === mode)
  const isSame =
    state.settings.host === settings.host &&
    state.settings.port === settings.port &&
    state.settings.username === settings.username &&
    state.settings.mode === mode
  const isKept = state.hasPassword && isSame

  const change = (changes: Partial<typeof settings>) => {
    setSettings((before) => ({ ...before, ...changes }))
    setOutcome(null)
  }
  const choose = (next: ProxyMode) => {
    const usual = proxyKinds.map((other) => usualPorts[other])
    const port = next === 'http' || next === 'https' || next === 'socks5' ? usualPorts[next] : settings.port
    change({ mode: next, ...(usual.includes(settings.port) ? { port } : {}) })
  }
  const isWhole = kind === undefined || (settings.host.trim() !== '' && settings.port > 0 && settings.port < 65_536)
  const given = password === '' && isKept ? {} : { password }

  const save = async () => {
    setRunning('save')
    const answer = await call('network.save', { settings, ...given })
    setRunning(null)
    if (answer.ok) {
      setPassword('')
      setSettings(answer.value.settings)
      onSaved(answer.value)
    }
    setOutcome(answer.ok ? 'saved' : { error: answer.error })
  }
  const test = async () => {
    setRunning('test')
    setOutcome(null)
    const answer = await call('network.test', { settings, connectionId, ...given })
    setRunning(null)
    setOutcome(answer.ok ? { report: answer.value } : { error: answer.error })
  }

  return (
    <Form className={classes.form} noValidate onSend={() => void save()}>
      <div className={layout.closeStack}>
        <Segments
          label={t('network.mode')}
          value={mode}
          options={state.modes.map((value) => ({ value, words: t(`network.modes.${value}`) }))}
          onChoose={choose}
        />
        <p className={layout.quiet}>
          {mode === 'system' && shell === 'browser' ? t('network.help.systemBrowser') : t(`network.help.${mode}`)}
        </p>
        {state.modes.includes('pac') ? null : <p className={layout.quiet}>{t('network.noPac')}</p>}
      </div>
      {kind === undefined ? null : (
        <>
          <div className={classes.pair}>
            <TextField
              label={t('network.host')}
              placeholder={t('network.hostPlaceholder')}
              value={settings.host}
              maxLength={255}
              inputMode="url"
              spellCheck={false}
              onText={(host) => change({ host })}
            />
            <TextField
              label={t('network.port')}
              value={settings.port === 0 ? '' : String(settings.port)}
              inputMode="numeric"
              maxLength={5}
              onText={(text) => change({ port: Number(text.replace(/\D/g, '')) })}
            />
          </div>
          <div className={classes.login}>
            <TextField
              label={t('network.username')}
              description={t('network.optional')}
              value={settings.username}
              maxLength={255}
              spellCheck={false}
              onText={(username) => change({ username })}
            />
            <TextField
              type="password"
              label={t('network.password')}
              description={isKept ? t('network.passwordKept') : t('network.optional')}
              value={password}
              maxLength={255}
              disabled={settings.username === ''}
              onText={(text) => {
                setPassword(text)
                setOutcome(null)
              }}
            />
          </div>
          <TextField
            label={t('network.bypass')}
            description={t('network.bypassHelp')}
            placeholder="intranet.example, 192.168.1.5"
            value={settings.bypass}
            maxLength={2000}
            spellCheck={false}
            onText={(bypass) => change({ bypass })}
          />
        </>
      )}
      {mode === 'pac' ? (
        <TextField
          label={t('network.pacUrl')}
          placeholder="https://…/proxy.pac"
          value={settings.pacUrl}
          maxLength={2000}
          inputMode="url"
          spellCheck={false}
          onText={(pacUrl) => change({ pacUrl })}
        />
      ) : null}
      <div className={layout.wrapped}>
        <Button kind="primary" type="submit" disabled={running !== null || !isWhole}>
          {running === 'save' ? t('network.saving') : t('network.save')}
        </Button>
        <Button disabled={running !== null || !isWhole} onClick={() => void test()}>
          {running === 'test' ? t('network.testing') : t('network.test')}
        </Button>
      </div>
      {outcome === null ? null : outcome === 'saved' ? (
        <p className={classes.ok} role="alert">
          {t('network.saved')}
        </p>
      ) : 'report' in outcome ? (
        <ProxyReportLine report={outcome.report} />
      ) : (
        <ErrorNote error={outcome.error} place={{ where: 'form', hasText: false }} onDismiss={() => setOutcome(null)} />
      )}
    </Form>
  )
}
