import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { UpdateState } from '../../../../shared/updates.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { momentWords } from '../../../components/words/time-words.ts'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useUpdates } from '../../../platform/updates-store.ts'
import { SettingRow } from '../SettingRow.tsx'
import classes from '../SettingsPanel.module.css'
import { TableSetting } from '../TableSetting.tsx'
import { GoBack } from './GoBack.tsx'
import { UpdateOfferNote } from './UpdateOfferNote.tsx'
import own from './Updates.module.css'

/** Newer versions of Atelier. */
export function UpdatesPage() {
  const { t } = useTranslation()
  const state = useUpdates((one) => one)
  const version = useApp(({ info }) => info.version)
  if (state === null) return null
  return (
    <>
      <p className={classes.aside}>{t(state.how === 'elsewhere' ? 'updates.elsewhere' : 'updates.lead')}</p>
      {state.how === 'elsewhere' ? (
        <SettingRow label={t('updates.current', { version })}>{null}</SettingRow>
      ) : (
        <Found state={state} version={version} />
      )}
    </>
  )
}

type AskedCall = 'updates.check' | 'updates.download' | 'updates.cancel' | 'updates.install' | 'updates.goBack'

function Found({ state, version }: { state: UpdateState; version: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [error, setError] = useState<AppError | null>(null)
  const { checkedAt, how, phase, wentBackFrom } = state
  const ask = async (name: AskedCall) => {
    const answer = await call(name, {})
    setError(answer.ok ? null : answer.error)
  }
  const shown = error ?? (phase.is === 'failed' ? phase.error : null)
  return (
    <>
      <SettingRow
        label={t('updates.current', { version })}
        {...(checkedAt === null ? {} : { hint: t('updates.checked', { when: momentWords(language, checkedAt) }) })}
      >
        <Button
          size="small"
          disabled={phase.is === 'checking' || phase.is === 'downloading' || phase.is === 'ready'}
          onClick={() => void ask('updates.check')}
        >
          {t('updates.check')}
        </Button>
      </SettingRow>
      <p className={classes.aside} role="status">
        {phase.is === 'checking' ? t('updates.checking') : phase.is === 'newest' ? t('updates.newest') : null}
      </p>
      {wentBackFrom === null ? null : (
        <p className={classes.aside}>{t('updates.wentBack', { version: wentBackFrom })}</p>
      )}
      <div className={own.found}>
        {shown === null ? null : <ErrorNote error={shown} place={{ where: 'other', hasText: false }} />}
        {'offer' in phase && phase.offer !== null ? (
          <UpdateOfferNote state={state} phase={phase} offer={phase.offer} ask={(name) => void ask(name)} />
        ) : null}
      </div>
      <GoBack state={state} goBack={() => ask('updates.goBack')} />
      <TableSetting name="updateChecks" />
      <TableSetting name="updateChannel" />
      {how === 'installs' ? <TableSetting name="updateAtQuit" /> : null}
    </>
  )
}
