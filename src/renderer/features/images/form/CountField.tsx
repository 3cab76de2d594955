import { useId, useState } from 'react'
import { imagesPerRequestMax } from '../../../../shared/image-kinds.ts'
import labels from '../../../components/forms/form-column.module.css'
import { Segments } from '../../../components/forms/Segments.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { clampCount } from '../form.ts'
import { changeForm } from '../form-draft.ts'
import { useStudio } from '../studio-store.ts'
import classes from './CountField.module.css'

const usual = [1, 2, 4] as const

/** Field for the number of images in one request. */
export function CountField() {
  const { t } = useTranslation()
  const n = useStudio((state) => state.form.n)
  // the typed text; an empty field is not a number yet
  const [typed, setTyped] = useState<string | null>(null)
  const [corrected, setCorrected] = useState(false)
  const outside = typed !== null && typed !== '' && clampCount(Number(typed)) !== Number(typed)
  const noteId = useId()
  const isUsual = usual.some((count) => count === n)
  return (
    <div className={classes.count}>
      <div className={labels.label} aria-hidden="true">
        {t('images.count')}
      </div>
      <div className={classes.row}>
        <Segments
          label={t('images.count')}
          value={typed === null && isUsual ? n : null}
          options={usual.map((count) => ({ value: count, words: String(count) }))}
          onChoose={(count) => changeForm({ type: 'counted', n: count })}
        />
        <input
          autoComplete="off"
          className={classes.other}
          type="text"
          inputMode="numeric"
          data-chosen={!isUsual || undefined}
          aria-label={t('images.countOther', { max: imagesPerRequestMax })}
          title={t('images.countOther', { max: imagesPerRequestMax })}
          placeholder="…"
          maxLength={2}
          value={typed ?? (isUsual ? '' : String(n))}
          onChange={(event) => {
            const text = event.currentTarget.value.replace(/\D/g, '')
            setTyped(text)
            setCorrected(false)
            if (text !== '') changeForm({ type: 'counted', n: Number(text) })
          }}
          onKeyDown={(event) => {
            const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
            if (step === undefined) return
            event.preventDefault()
            setTyped(null)
            changeForm({ type: 'counted', n: n + step })
          }}
          aria-invalid={outside}
          aria-describedby={outside || corrected ? noteId : undefined}
          onBlur={() => {
            setCorrected(outside)
            setTyped(null)
          }}
        />
      </div>
      {outside || corrected ? (
        <p id={noteId} className={labels.hint} role="status">
          {t(corrected ? 'app.numberCorrected' : 'app.numberRange', { min: 1, max: imagesPerRequestMax })}
        </p>
      ) : null}
    </div>
  )
}
