import { useId } from 'react'
import classes from './segments.module.css'

interface SegmentsProps<T extends string | number> {
  readonly label: string
  /** The selected option; null when there is none. */
  readonly value: T | null
  /** `disabled` is the reason why an option cannot be chosen. */
  readonly options: readonly { readonly value: T; readonly words: string; readonly disabled?: string | undefined }[]
  readonly onChoose: (value: T) => void
}

/** A choice of a few options, as one control of full width. */
export function Segments<T extends string | number>({ label, value, options, onChoose }: SegmentsProps<T>) {
  const name = useId()
  return (
    <div className={`${classes.frame} ${classes.segments}`} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} title={option.disabled}>
          <input
            type="radio"
            className={classes.radio}
            name={name}
            checked={option.value === value}
            disabled={option.disabled !== undefined}
            onChange={() => onChoose(option.value)}
          />
          <span data-words={option.words}>{option.words}</span>
        </label>
      ))}
    </div>
  )
}
