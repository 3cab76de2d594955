import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { promptTitle } from '../../../components/elapsed.ts'
import { bringBackPrompt } from '../submit.ts'
import { useVideos } from '../videos-store.ts'
import own from './Form.module.css'

/** Says what was just submitted, and offers its prompt again while the field is empty. */
export function SubmittedNote() {
  const { t } = useTranslation()
  const submitted = useVideos((state) => state.submitted)
  const empty = useVideos((state) => state.form.text === '')
  if (submitted === null || !empty) return null
  const { count, text } = submitted
  return (
    <div className={own.submitted} role="status">
      <span>
        {count === 1
          ? t('videos.formSubmitted', { title: promptTitle(text, 40) })
          : t('videos.formSubmittedMany', { number: count })}
      </span>
      <button type="button" className={`${buttons.quiet} ${buttons.small}`} onClick={bringBackPrompt}>
        {t('videos.useAgain')}
      </button>
    </div>
  )
}
