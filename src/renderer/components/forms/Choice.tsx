import classes from './Choice.module.css'

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly words: string }[]
  readonly onChoose: (value: T) => void
}

/** A choice of a few options: radio buttons that look like one control. */
export function Choice<T extends string>({ label, value, options, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset className={classes.choice} aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={label} checked={option.value === value} onChange={() => onChoose(option.value)} />
          <span>{option.words}</span>
        </label>
      ))}
    </fieldset>
  )
}
