import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { McpServer } from '../../../../shared/mcp.ts'
import { Button } from '../../../components/Button.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { openLink } from '../../../platform/open-link.ts'
import settings from '../SettingsPanel.module.css'
import { visibleText } from './server-words.ts'

interface ServerSignInProps {
  readonly server: McpServer
  readonly onError: (error: AppError | null) => void
}

/** The sign-in to a server with an address, which happens in the user's browser. */
export function ServerSignIn({ server, onError }: ServerSignInProps) {
  const { t } = useTranslation()
  const { id, signIn, signInHost, signInProblem, signInDetail } = server
  const [isBusy, setBusy] = useState(false)
  const [address, setAddress] = useState<string | null>(null)
  const begin = async () => {
    setBusy(true)
    const answer = await call('mcp.signIn', { id })
    setBusy(false)
    onError(answer.ok ? null : answer.error)
    if (!answer.ok || answer.value.address === null) return
    setAddress(answer.value.address)
    await openLink(answer.value.address)
  }
  const told = async (name: 'mcp.cancelSignIn' | 'mcp.signOut') => {
    const answer = await call(name, { id })
    onError(answer.ok ? null : answer.error)
  }

  return (
    <>
      <div className={settings.hint} role="status">
        {signIn === 'open' ? t('servers.signInOpen', { host: visibleText(signInHost) }) : null}
        {signIn === 'in' ? t('servers.signedIn') : null}
        {signInProblem === null
          ? null
          : t(`servers.signInProblem.${signInProblem}`, { detail: visibleText(signInDetail) })}
      </div>
      <fieldset className={settings.actions} aria-label={t('servers.signInOf', { name: server.name })}>
        {signIn === 'needed' ? (
          <Button kind="primary" size="small" disabled={isBusy} onClick={() => void begin()}>
            {t('servers.signIn')}
          </Button>
        ) : null}
        {signIn === 'open' ? (
          <>
            <Button
              size="small"
              disabled={isBusy}
              onClick={() => void (address === null ? begin() : openLink(address))}
            >
              {t('servers.signInAgain')}
            </Button>
            <Button size="small" onClick={() => void told('mcp.cancelSignIn')}>
              {t('app.cancel')}
            </Button>
          </>
        ) : null}
        {signIn === 'in' ? (
          <Button size="small" onClick={() => void told('mcp.signOut')}>
            {t('servers.signOut')}
          </Button>
        ) : null}
      </fieldset>
    </>
  )
}
