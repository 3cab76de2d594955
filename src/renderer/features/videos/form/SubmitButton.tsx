import { useMemo } from 'react'
import { secondPriceOf } from '../../../../shared/video-models.ts'
import buttons from '../../../components/buttons.module.css'
import classes from '../../../components/forms/form-column.module.css'
import { estimateOf, priceWords } from '../../../components/forms/price.ts'
import { useApp, useLanguage, useModKey } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptsOf } from '../form.ts'
import { submitVideos } from '../submit.ts'
import { useVideoTarget } from '../target.ts'
import { useVideos } from '../videos-store.ts'
import own from './Form.module.css'

/** Submits the videos; shows the cost if a price is known. */
export function SubmitButton() {
  const { t } = useTranslation()
  const mod = useModKey()
  const language = useLanguage()
  const text = useVideos((state) => state.form.text)
  const asList = useVideos((state) => state.form.asList)
  const duration = useVideos((state) => state.form.duration)
  const { base } = useVideoTarget()
  const price = useApp((state) => secondPriceOf(state.settings.videoPriceOf, base))
  const count = useMemo(() => Math.max(1, promptsOf({ text, asList }).length), [text, asList])
  const estimate = estimateOf(price, duration, count)
  const words = count === 1 ? t('videos.submit') : t('videos.submitMany', { number: count })
  return (
    <div className={classes.go}>
      <button
        type="button"
        className={`${buttons.primary} ${buttons.wide}`}
        aria-label={words}
        aria-description={
          estimate === null ? undefined : t('videos.estimate', { price: priceWords(language, estimate) })
        }
        onClick={() => void submitVideos()}
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault()
        }}
      >
        <span className={own.lines}>
          <span className={own.words}>{words}</span>
          {estimate === null ? null : (
            <span className={own.estimate}>{t('videos.estimate', { price: priceWords(language, estimate) })}</span>
          )}
        </span>
        {count > 1 && estimate !== null ? null : (
          // the total price matters more than the shortcut, and both do not fit
          <span className={classes.keys} aria-hidden="true">
            {mod === '⌘' ? '⌘↵' : 'Ctrl ↵'}
          </span>
        )}
      </button>
    </div>
  )
}
