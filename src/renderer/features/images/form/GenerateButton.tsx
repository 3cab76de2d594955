import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import classes from '../../../components/forms/form-column.module.css'
import { useModKey } from '../../../platform/app-store.ts'
import { generate } from '../generate.ts'
import { NotesBelow } from '../jobs/NotesBelow.tsx'
import { useStudio } from '../studio-store.ts'

/** Sends the request, and says for a moment that it did. Several may be on their way. */
export function GenerateButton({ notes }: { notes: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const mod = useModKey()
  const masking = useStudio((state) => state.maskOpen)
  const just = useStudio((state) => state.justSubmitted)
  const again = useStudio((state) => state.submitted === state.form)
  return (
    <div className={classes.go}>
      <button
        type="button"
        className={`${buttons.primary} ${buttons.wide}`}
        disabled={masking}
        onClick={() => void generate()}
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault()
        }}
      >
        {just && again ? (
          <>
            <Check size={16} aria-hidden="true" />
            {t('images.submitted')}
          </>
        ) : (
          <>
            {again ? t('images.generateAgain') : t('images.generate')}
            <span className={classes.keys} aria-hidden="true">
              {mod === '⌘' ? '⌘↵' : 'Ctrl ↵'}
            </span>
          </>
        )}
      </button>
      {masking ? <p className={classes.hint}>{t('images.maskFirst')}</p> : null}
      <NotesBelow notes={notes} />
    </div>
  )
}
