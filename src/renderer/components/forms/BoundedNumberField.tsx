import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import classes from './BoundedNumber.module.css'
import { clamped, isOutside, typedNumber } from './bounded-number.ts'

export interface BoundedNumberProps
  extends Pick<
    NumberInputProps,
    | 'label'
    | 'description'
    | 'placeholder'
    | 'step'
    | 'decimalScale'
    | 'hideControls'
    | 'size'
    | 'w'
    | 'aria-label'
    | 'aria-describedby'
  > {
  readonly min: number
  readonly max: number
  /** True if the field may be empty; null then. */
  readonly optional?: boolean
  /** Initial value; later values are the user's. */
  readonly start: number | null
  readonly focused?: boolean
  /** Called only with numbers within the bounds. */
  readonly onChange: (value: number | null) => void
}

/**
 * A number field with two bounds. A number outside them stays visible: a hint names the bounds, and leaving the field
 * clamps it.
 */
export function BoundedNumberField({
  min,
  max,
  optional = false,
  start,
  focused,
  onChange,
  decimalScale = 0,
  ...field
}: BoundedNumberProps) {
  const { t } = useTranslation()
  const noteId = useId()
  const [typed, setTyped] = useState<string | number>(start ?? '')
  const [kept, setKept] = useState(start)
  const [corrected, setCorrected] = useState(false)
  const outside = isOutside(typedNumber(typed), min, max)

  const take = (value: number | null) => {
    setKept(value)
    if (value !== kept) onChange(value)
  }
  const leave = () => {
    const value = typedNumber(typed)
    if (value === null) {
      if (!optional) setTyped(kept ?? min)
      return
    }
    const next = clamped(value, min, max)
    if (next === value) return
    setTyped(next)
    setCorrected(true)
    take(next)
  }
  return (
    <div>
      <NumberInput
        {...field}
        {...(focused === true ? { 'data-autofocus': true } : {})}
        decimalScale={decimalScale}
        allowDecimal={decimalScale > 0}
        min={min}
        max={max}
        clampBehavior="none"
        aria-invalid={outside}
        aria-describedby={outside || corrected ? noteId : field['aria-describedby']}
        value={typed}
        onChange={(value) => {
          setTyped(value)
          if (value === typed) return
          setCorrected(false)
          const number = typedNumber(value)
          if (number === null ? optional : !isOutside(number, min, max)) take(number)
        }}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) leave()
        }}
      />
      {outside || corrected ? (
        <p id={noteId} className={classes.note} role="status">
          {t(corrected ? 'app.numberCorrected' : 'app.numberRange', { min, max })}
        </p>
      ) : null}
    </div>
  )
}
