import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { SearchReport, SearchSettings, SearchState } from '../../../../shared/web-search.ts'
import {
  providerAddresses,
  providerNames,
  type SearchProvider,
  searchAddressMax,
  searchKeyMax,
  searchProviders,
  searchResultsMax,
} from '../../../../shared/web-search-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { BoundedNumber } from '../../../components/forms/BoundedNumber.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import layout from '../../../components/layout.module.css'
import { sentences } from '../../../components/words/sentences.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { SearchPrice } from './SearchPrice.tsx'
import classes from './WebSearch.module.css'

type Service = NonNullable<SearchSettings['services'][SearchProvider]>
type Outcome = { readonly report: SearchReport } | { readonly error: AppError } | 'saved'

const none: Service = { address: '', price: null }
const off = 'off'

interface WebSearchFormProps {
  readonly state: SearchState
  readonly onSaved: (state: SearchState) => void
}

/** Service, address, key and price of searches, with a test. Nothing changes before *Save*. */
export function WebSearchForm({ state, onSaved }: WebSearchFormProps) {
  const { t } = useTranslation()
  const [settings, setSettings] = useState(state.settings)
  const [key, setKey] = useState('')
  const [running, setRunning] = useState<'save' | 'test' | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { provider, results, services } = settings
  const service = provider === null ? none : (services[provider] ?? none)
  const needsKey = provider !== null && provider !== 'searxng'
  const isSame = provider !== null && service.address === (state.settings.services[provider]?.address ?? '')
  const isKept = provider !== null && isSame && state.keys.includes(provider)
  const isWhole = provider === null || (needsKey ? isKept || key.trim() !== '' : service.address.trim() !== '')

  const change = (changes: Partial<SearchSettings>) => {
    setSettings((before) => ({ ...before, ...changes }))
    setOutcome(null)
  }
  const changeService = (changes: Partial<Service>) => {
    if (provider !== null) change({ services: { ...services, [provider]: { ...service, ...changes } } })
  }
  const given = key.trim() === '' ? {} : { key }
  const save = async (deletes = false) => {
    setRunning('save')
    const answer = await call('web.save', { settings, ...(deletes ? { key: '' } : given) })
    setRunning(null)
    if (answer.ok) {
      setKey('')
      setSettings(answer.value.settings)
      onSaved(answer.value)
    }
    setOutcome(answer.ok ? 'saved' : { error: answer.error })
  }
  const test = async () => {
    setRunning('test')
    setOutcome(null)
    const answer = await call('web.test', { settings, ...given })
    setRunning(null)
    setOutcome(answer.ok ? { report: answer.value } : { error: answer.error })
  }

  return (
    <Form className={classes.form} noValidate onSend={() => void save()}>
      <NativeSelect
        label={t('web.provider')}
        value={provider ?? off}
        data={[
          { value: off, label: t('web.off') },
          ...searchProviders.map((value) => ({ value, label: providerNames[value] })),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          setKey('')
          change({ provider: searchProviders.find((one) => one === value) ?? null })
        }}
      />
      {provider === null ? null : (
        <>
          {needsKey ? (
            <TextField
              type="password"
              label={t('web.key')}
              description={
                isKept
                  ? t(state.isKeyForRun ? 'web.keyForRun' : 'web.keyKept')
                  : sentences(t, t('web.keyNeeded'), t('web.keyHint'))
              }
              value={key}
              maxLength={searchKeyMax}
              onText={(text) => {
                setKey(text)
                setOutcome(null)
              }}
            />
          ) : null}
          <TextField
            label={t('web.address')}
            description={t(needsKey ? 'web.addressUsual' : 'web.addressHint')}
            placeholder={providerAddresses[provider] || 'http://localhost:8080'}
            value={service.address}
            maxLength={searchAddressMax}
            inputMode="url"
            spellCheck={false}
            onText={(address) => changeService({ address })}
          />
          <BoundedNumber
            label={t('web.results')}
            description={t('web.resultsHint')}
            min={1}
            max={searchResultsMax}
            start={results}
            onChange={(value) => {
              if (value !== null) change({ results: value })
            }}
          />
          {needsKey ? (
            <SearchPrice
              key={provider}
              provider={provider}
              price={service.price}
              onChange={(price) => changeService({ price })}
            />
          ) : null}
        </>
      )}
      {provider === null && state.settings.provider === null ? null : (
        <div className={layout.wrapped}>
          <Button kind="primary" type="submit" disabled={running !== null || !isWhole}>
            {running === 'save' ? t('web.saving') : t('web.save')}
          </Button>
          {provider === null ? null : (
            <Button disabled={running !== null || !isWhole} onClick={() => void test()}>
              {running === 'test' ? t('web.testing') : t('web.test')}
            </Button>
          )}
          {isKept ? (
            <Button disabled={running !== null} onClick={() => void save(true)}>
              {t('web.forgetKey')}
            </Button>
          ) : null}
        </div>
      )}
      {needsKey ? <p className={layout.quiet}>{t('web.testHint')}</p> : null}
      {outcome === null ? null : outcome === 'saved' ? (
        <p className={classes.ok} role="alert">
          {t('web.saved')}
        </p>
      ) : 'report' in outcome ? (
        <p className={classes.ok} role="alert">
          {outcome.report.first === null
            ? t('web.foundNone')
            : t('web.found', { count: outcome.report.results, title: lineText(outcome.report.first) })}
        </p>
      ) : (
        <ErrorNote error={outcome.error} place={{ where: 'form', hasText: false }} onDismiss={() => setOutcome(null)} />
      )}
    </Form>
  )
}
