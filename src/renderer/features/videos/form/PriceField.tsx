import { useId, useState } from 'react'
import { secondPriceOf } from '../../../../shared/video-models.ts'
import { typedPrice, withPrice } from '../../../components/forms/price.ts'
import { appState, saveSettings, useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useVideoTarget } from '../target.ts'
import classes from './Form.module.css'

/** Field for the price per second of this model, entered by the user; Atelier knows no prices. */
export function PriceField() {
  const { t } = useTranslation()
  const id = useId()
  const { base } = useVideoTarget()
  const price = useApp((state) => (base === '' ? undefined : secondPriceOf(state.settings.videoPriceOf, base)))
  // the typed text and its model
  const [typed, setTyped] = useState<{ readonly base: string; readonly text: string } | null>(null)
  const text = typed?.base === base ? typed.text : price === undefined ? '' : String(price)
  if (base === '') return null
  const wanted = typedPrice(text)
  const keep = () => {
    // an invalid price stays in the field, with a hint
    if (wanted === undefined) return
    setTyped(null)
    if ((wanted ?? undefined) === price) return
    void saveSettings({ videoPriceOf: withPrice(appState().settings.videoPriceOf, base, wanted) })
  }
  return (
    <div className={classes.price}>
      <label htmlFor={id}>{t('videos.pricePerSecond')}</label>
      <input
        autoComplete="off"
        id={id}
        type="text"
        inputMode="decimal"
        aria-label={t('videos.priceField', { model: base })}
        title={t('videos.priceField', { model: base })}
        aria-invalid={wanted === undefined}
        aria-describedby={wanted === undefined ? `${id}-note` : undefined}
        placeholder="–"
        maxLength={12}
        value={text}
        onChange={(event) => setTyped({ base, text: event.currentTarget.value })}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep()
        }}
      />
      {wanted === undefined ? (
        <p id={`${id}-note`} className={classes.priceNote} role="status">
          {t('app.priceRange')}
        </p>
      ) : null}
    </div>
  )
}
