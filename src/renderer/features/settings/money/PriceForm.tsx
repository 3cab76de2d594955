import { useId, useState } from 'react'
import { type Currency, currencies, type Price, parsePrice, priceText, priceUnits } from '../../../../shared/prices.ts'
import { Button } from '../../../components/Button.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useModels } from '../../../platform/models-store.ts'
import settings from '../SettingsPanel.module.css'
import classes from './Money.module.css'

interface PriceFormProps {
  /** The price being edited; null for a new one. */
  readonly edited: Price | null
  /** Resolves to false if it could not be stored. */
  readonly onSave: (price: Price) => Promise<boolean>
}

const empty = { input: '', cached: '', output: '', image: '', second: '', minute: '' }
const words = { CNY: 'money.cny', USD: 'money.usd' } as const

/** A form for the prices of one model. Empty fields are unknown, not free. */
export function PriceForm({ edited, onSave }: PriceFormProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const listId = useId()
  const noteId = useId()
  const connections = useApp((state) => state.connections.connections)
  const catalogues = useModels((state) => state.catalogues)
  const [model, setModel] = useState(edited?.model ?? '')
  const [connectionId, setConnectionId] = useState(edited?.connectionId ?? '')
  const [currency, setCurrency] = useState<Currency>(edited?.currency ?? (language.startsWith('zh') ? 'CNY' : 'USD'))
  const [typed, setTyped] = useState(() => ({ ...empty, ...textsOf(edited) }))
  const read = priceUnits.map((unit) => ({ unit, text: typed[unit].trim(), nano: parsePrice(typed[unit]) }))
  const isBad = (text: string, nano: number | null): boolean => text !== '' && nano === null
  const mayKeep =
    model.trim() !== '' && read.some(({ nano }) => nano !== null) && !read.some(({ nano, text }) => isBad(text, nano))
  const known = [...new Set(Object.values(catalogues).flatMap(({ models }) => models.map(({ id }) => id)))].slice(
    0,
    500,
  )
  const nanoOf = (unit: (typeof priceUnits)[number]) => parsePrice(typed[unit])
  const save = async () => {
    const units = {
      ...{ input: nanoOf('input'), cached: nanoOf('cached'), output: nanoOf('output') },
      ...{ image: nanoOf('image'), second: nanoOf('second'), minute: nanoOf('minute') },
    }
    if (!(await onSave({ model: model.trim(), connectionId, currency, ...units }))) return
    setModel('')
    setTyped(empty)
  }
  return (
    <Form
      aria-label={edited === null ? t('money.add') : t('money.editOf', { model: edited.model })}
      isReady={mayKeep}
      onSend={() => void save()}
    >
      <h3 className={settings.subheading}>
        {edited === null ? t('money.add') : t('money.editOf', { model: edited.model })}
      </h3>
      <div className={classes.fields}>
        <label>
          {t('money.model')}
          <input
            className={classes.field}
            list={listId}
            maxLength={300}
            autoComplete="off"
            spellCheck={false}
            value={model}
            onChange={(event) => setModel(event.currentTarget.value)}
          />
        </label>
        <datalist id={listId}>
          {known.map((id) => (
            <option key={id} value={id} />
          ))}
        </datalist>
        <label>
          {t('money.connection')}
          <select
            className={classes.field}
            value={connectionId}
            onChange={(event) => setConnectionId(event.currentTarget.value)}
          >
            <option value="">{t('money.allConnections')}</option>
            {connections.map(({ id, name }) => (
              <option key={id} value={id}>
                {name === '' ? id : name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('money.currency')}
          <select
            className={classes.field}
            value={currency}
            onChange={(event) => setCurrency(event.currentTarget.value === 'CNY' ? 'CNY' : 'USD')}
          >
            {currencies.map((one) => (
              <option key={one} value={one}>
                {t(words[one])}
              </option>
            ))}
          </select>
        </label>
        {read.map(({ nano, text, unit }) => (
          <label key={unit}>
            {t(`money.${unit}`)}
            <input
              className={classes.field}
              inputMode="decimal"
              maxLength={20}
              autoComplete="off"
              aria-invalid={isBad(text, nano)}
              aria-describedby={isBad(text, nano) ? noteId : undefined}
              value={typed[unit]}
              onChange={(event) => {
                const { value } = event.currentTarget
                setTyped((before) => ({ ...before, [unit]: value }))
              }}
            />
          </label>
        ))}
      </div>
      {read.some(({ nano, text }) => isBad(text, nano)) ? (
        <p id={noteId} className={settings.hint} role="status">
          {t('money.badPrice')}
        </p>
      ) : null}
      <Button kind="primary" size="small" type="submit" disabled={!mayKeep}>
        {t('money.save')}
      </Button>
    </Form>
  )
}

function textsOf(price: Price | null): Partial<typeof empty> {
  if (price === null) return {}
  return Object.fromEntries(priceUnits.map((unit) => [unit, price[unit] === null ? '' : priceText(price[unit])]))
}
