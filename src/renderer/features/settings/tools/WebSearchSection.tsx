import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { SearchState } from '../../../../shared/web-search.ts'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'
import settings from '../SettingsPanel.module.css'
import { WebSearchForm } from './WebSearchForm.tsx'

/** The service that searches the web. */
export function WebSearchSection() {
  const { t } = useTranslation()
  const [state, setState] = useState<SearchState | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(
    () =>
      whenAnswered(call('web.get', {}), (answer) => {
        if (answer.ok) setState(answer.value)
        else setError(answer.error)
      }),
    [],
  )
  return (
    <section aria-label={t('web.title')} data-setting={t('web.title')}>
      <h3 className={settings.subheading}>{t('web.title')}</h3>
      <p className={settings.aside}>{t('web.hint')}</p>
      {error === null ? null : <ErrorNote error={error} place={{ where: 'other', hasText: false }} />}
      {state === null ? null : <WebSearchForm state={state} onSaved={setState} />}
    </section>
  )
}
