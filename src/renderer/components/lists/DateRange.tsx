import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import frame from '../forms/select-frame.module.css'
import layout from '../layout.module.css'
import {
  choiceOf,
  type DateChoice,
  type Dates,
  dateChoices,
  dateField,
  datesOf,
  datesWords,
  momentOf,
} from './date-range.ts'
import classes from './filter-popover.module.css'

/** A filter of a list by date: a named range, or from one day to another. */
export function DateRange({ from, to, onChange }: Dates & { readonly onChange: (dates: Partial<Dates>) => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [between, setBetween] = useState(false)
  const choice: DateChoice = between ? 'between' : choiceOf({ from, to }, Date.now())
  return (
    <fieldset className={classes.group}>
      <legend>{t('dates.label')}</legend>
      <div className={frame.frame}>
        <select
          className={classes.select}
          aria-label={t('dates.label')}
          value={choice}
          onChange={(event) => {
            const chosen = dateChoices.find((each) => each === event.currentTarget.value) ?? 'any'
            setBetween(chosen === 'between')
            if (chosen !== 'between') onChange(datesOf(chosen, Date.now()))
          }}
        >
          {dateChoices.map((each) => (
            <option key={each} value={each}>
              {t(`dates.${each}`)}
            </option>
          ))}
        </select>
        <ChevronDown size={14} aria-hidden="true" />
      </div>
      {choice === 'between' ? (
        <div className={classes.between}>
          <label>
            {t('dates.from')}
            <input
              type="date"
              value={dateField(from, false)}
              onChange={(event) => onChange({ from: momentOf(event.currentTarget.value, false) })}
            />
          </label>
          <label>
            {t('dates.to')}
            <input
              type="date"
              value={dateField(to, true)}
              onChange={(event) => onChange({ to: momentOf(event.currentTarget.value, true) })}
            />
          </label>
          {/* the fields have the format of the system, this line that of the interface */}
          <p className={layout.quiet}>{datesWords(language, { from, to }) || '\u00a0'}</p>
        </div>
      ) : null}
    </fieldset>
  )
}
