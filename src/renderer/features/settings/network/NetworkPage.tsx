import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'
import classes from '../SettingsPanel.module.css'
import { ProxyForm } from './ProxyForm.tsx'

/** The proxy settings. */
export function NetworkPage() {
  const { t } = useTranslation()
  const [state, setState] = useState<CallOutput<'network.get'> | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(
    () =>
      whenAnswered(call('network.get', {}), (answer) => {
        if (answer.ok) setState(answer.value)
        else setError(answer.error)
      }),
    [],
  )
  return (
    <>
      <p className={classes.aside}>{t('network.lead')}</p>
      {error === null ? null : <ErrorNote error={error} place={{ where: 'other', hasText: false }} />}
      {state === null ? null : <ProxyForm state={state} onSaved={setState} />}
    </>
  )
}
