import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { baseOf } from '../../../shared/video-models.ts'
import { Button } from '../../components/Button.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { typedPrice, withPrice } from '../../components/forms/price.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { appState, saveSettings, useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useModels } from '../../platform/models-store.ts'
import settings from './SettingsPanel.module.css'
import classes from './VideosPage.module.css'

function keepPrice(base: string, price: number | null): void {
  void saveSettings({ videoPriceOf: withPrice(appState().settings.videoPriceOf, base, price) })
}

/** Prices per second of video, by model, as entered by the user. */
export function PriceTable() {
  const { t } = useTranslation()
  const prices = useApp((state) => state.settings.videoPriceOf)
  const rows = Object.entries(prices).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  return (
    <section aria-label={t('settings.videoPrices')}>
      <h3 className={settings.subheading}>{t('settings.videoPrices')}</h3>
      <p className={settings.aside}>{t('settings.videoPricesHint')}</p>
      {rows.length === 0 ? <p className={settings.aside}>{t('settings.videoPricesNone')}</p> : null}
      <ul className={`${classes.table} ${classes.prices}`}>
        {rows.map(([base, price]) => (
          <li key={base}>
            <span className={classes.name}>{base}</span>
            <PriceInput base={base} price={price} />
            <IconButton
              icon={X}
              words={t('settings.videoPriceRemove', { model: base })}
              iconSize={15}
              size="small"
              onClick={() => keepPrice(base, null)}
            />
          </li>
        ))}
      </ul>
      <NewPrice />
    </section>
  )
}

function PriceInput({ base, price }: { base: string; price: number }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? String(price)
  const wanted = typedPrice(text)
  const noteId = useId()
  const keep = () => {
    // an invalid price stays in the field, with a hint
    if (wanted == null) return
    setTyped(null)
    if (wanted !== price) keepPrice(base, wanted)
  }
  return (
    <>
      <input
        autoComplete="off"
        className={classes.number}
        inputMode="decimal"
        aria-label={t('settings.videoPriceOf', { model: base })}
        aria-invalid={wanted == null}
        aria-describedby={wanted == null ? noteId : undefined}
        maxLength={12}
        value={text}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep()
        }}
      />
      {wanted == null ? (
        <span id={noteId} className={`${settings.hint} ${classes.note}`} role="status">
          {t('app.priceRange')}
        </span>
      ) : null}
    </>
  )
}

function NewPrice() {
  const { t } = useTranslation()
  const listId = useId()
  const catalogues = useModels((state) => state.catalogues)
  const [model, setModel] = useState('')
  const [text, setText] = useState('')
  const price = typedPrice(text)
  const base = baseOf(model.trim())
  const known = new Set(
    Object.values(catalogues).flatMap(({ models }) =>
      models.filter(({ kind }) => kind === 'video').map(({ id }) => baseOf(id)),
    ),
  )
  return (
    <Form
      className={`${classes.adder} ${classes.prices}`}
      onSend={() => {
        if (base === '' || price == null) return
        keepPrice(base, price)
        setModel('')
        setText('')
      }}
    >
      <input
        autoComplete="off"
        className={classes.field}
        list={listId}
        aria-label={t('settings.videoPriceModel')}
        placeholder={t('settings.videoPriceModel')}
        maxLength={300}
        spellCheck={false}
        value={model}
        onChange={(event) => setModel(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {[...known].map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <input
        autoComplete="off"
        className={classes.number}
        inputMode="decimal"
        aria-label={t('settings.videoPriceNew')}
        aria-invalid={price === undefined}
        placeholder="0.8"
        maxLength={12}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button size="small" type="submit" disabled={base === '' || price === null || price === undefined}>
        {t('settings.videoPriceAdd')}
      </Button>
      {price === undefined ? (
        <span className={`${settings.hint} ${classes.note}`} role="status">
          {t('app.priceRange')}
        </span>
      ) : null}
    </Form>
  )
}
