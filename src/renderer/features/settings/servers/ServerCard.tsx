import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { McpServer } from '../../../../shared/mcp.ts'
import { Button } from '../../../components/Button.tsx'
import { DangerDialog } from '../../../components/dialog/DangerDialog.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { Line } from '../../../components/words/Line.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'
import { ServerLogText } from './ServerLogText.tsx'
import { ServerSignIn } from './ServerSignIn.tsx'
import classes from './ServersPage.module.css'
import { stateWords, visibleText } from './server-words.ts'

interface ServerCardProps {
  readonly server: McpServer
  readonly onEdit: () => void
  /** Called when the user wants to see the command before it starts. */
  readonly onReview: () => void
  readonly onError: (error: AppError | null) => void
}

/** One server: its state, its command or address, and actions. */
export function ServerCard({ server, onEdit, onReview, onError }: ServerCardProps) {
  const { t } = useTranslation()
  const [isRemoving, setRemoving] = useState(false)
  const { id, name, state, isEnabled, detail, listProblem, program } = server
  const told = async (answer: Promise<{ readonly ok: boolean; readonly error?: AppError }>) => {
    const { error } = await answer
    onError(error ?? null)
  }
  const line = server.kind === 'stdio' ? [server.command, ...server.arguments].join(' ') : server.url
  return (
    <>
      <div className={settings.cardTop}>
        <b className={settings.name}>
          <Line text={name} />
        </b>
        <span className={state === 'failed' || state === 'unconfirmed' ? settings.warn : settings.badge} role="status">
          {t(`servers.state.${server.problem === 'sign_in_needed' ? 'unconfirmed' : state}`)}
        </span>
      </div>
      <div className={settings.address}>{visibleText(line)}</div>
      <div className={settings.hint}>{stateWords(t, server)}</div>
      {state === 'failed' && detail !== '' && detail !== server.command && detail !== server.url ? (
        <div className={settings.hint}>{visibleText(detail)}</div>
      ) : null}
      {state === 'ready' && program !== null && program !== server.command ? (
        <div className={settings.hint}>{t('servers.program', { program: visibleText(program) })}</div>
      ) : null}
      {state === 'ready' && listProblem !== '' ? (
        <div className={settings.hint}>{t('servers.listProblem', { why: visibleText(listProblem) })}</div>
      ) : null}
      {server.secretsKept === 'run' ? <div className={settings.hint}>{t('servers.secretsRun')}</div> : null}
      {server.kind === 'http' && (server.signIn !== 'none' || server.signInProblem !== null) ? (
        <ServerSignIn server={server} onError={onError} />
      ) : null}
      <fieldset className={settings.actions} aria-label={t('settings.actionsOf', { name })}>
        {state === 'unconfirmed' ? (
          <Button kind="primary" size="small" onClick={onReview}>
            {t('servers.review')}
          </Button>
        ) : null}
        {isEnabled && state !== 'unconfirmed' ? (
          <Button size="small" onClick={() => void told(call('mcp.restart', { id }))}>
            {t('servers.restart')}
          </Button>
        ) : null}
        <Button size="small" onClick={() => void told(call('mcp.setEnabled', { id, isEnabled: !isEnabled }))}>
          {isEnabled ? t('servers.turnOff') : t('servers.turnOn')}
        </Button>
        <Button size="small" onClick={onEdit}>
          {t('settings.edit')}
        </Button>
        <Button size="small" onClick={() => setRemoving(true)}>
          {t('settings.remove')}
        </Button>
      </fieldset>
      <details className={classes.log}>
        <summary>{t('servers.log')}</summary>
        <ServerLogText server={server} />
      </details>
      <DangerDialog
        opened={isRemoving}
        onClose={() => setRemoving(false)}
        title={t('settings.removeTitle', { name })}
        confirm={t('settings.remove')}
        onConfirm={() => void told(call('mcp.remove', { id }))}
      >
        <p className={dialog.text}>{t('servers.removeText')}</p>
      </DangerDialog>
    </>
  )
}
