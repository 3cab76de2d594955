import { Image } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { narrows } from '../filter.ts'
import { clearFilter } from '../gallery-actions.ts'
import { focusPrompt } from '../studio-actions.ts'
import { useStudio } from '../studio-store.ts'
import classes from './ImageGrid.module.css'

/** Says why there is nothing, and what to do. */
export function EmptyGallery() {
  const { t } = useTranslation()
  const narrowed = useStudio((state) => narrows(state.filter))
  return (
    <div className={classes.empty}>
      <Image size={28} strokeWidth={1.5} aria-hidden="true" />
      <h2>{narrowed ? t('images.nothingFits') : t('images.nothing')}</h2>
      {narrowed ? null : <p>{t('images.nothingHint')}</p>}
      <button type="button" className={buttons.quiet} onClick={narrowed ? clearFilter : focusPrompt}>
        {narrowed ? t('images.filterClear') : t('images.nothingStart')}
      </button>
    </div>
  )
}
