import { useId } from 'react'
import classes from './segments.module.css'

interface ChoiceProps<T extends string> {
  readonly label: string
  /** Id of the element with the hint, which describes the choice. */
  readonly describedBy?: string | undefined
  readonly value: T
  readonly options: readonly { readonly value: T; readonly words: string }[]
  readonly onChoose: (value: T) => void
}

/** A choice of a few options: radio buttons that look like one control. */
export function Choice<T extends string>({ label, describedBy, value, options, onChoose }: ChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset className={`${classes.frame} ${classes.choice}`} aria-label={label} aria-describedby={describedBy}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className={classes.radio}
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span data-words={option.words}>{option.words}</span>
        </label>
      ))}
    </fieldset>
  )
}
