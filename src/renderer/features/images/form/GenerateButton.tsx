import { useTranslation } from 'react-i18next'
import { useModKey } from '../../../app/app-store.ts'
import buttons from '../../../components/buttons.module.css'
import { generate } from '../generate.ts'
import classes from './FormColumn.module.css'

/** Sends the request. It can be pressed again at once: several may be on their way. */
export function GenerateButton() {
  const { t } = useTranslation()
  const mod = useModKey()
  return (
    <div className={classes.go}>
      <button
        type="button"
        className={`${buttons.primary} ${buttons.wide}`}
        onClick={(event) => {
          // the second click of a double click is no second wish
          if (event.detail <= 1) void generate()
        }}
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault()
        }}
      >
        {t('images.generate')}
        <span className={classes.keys} aria-hidden="true">
          {mod === '⌘' ? '⌘↵' : 'Ctrl ↵'}
        </span>
      </button>
    </div>
  )
}
