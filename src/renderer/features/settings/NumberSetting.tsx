import { BoundedNumber } from '../../components/forms/BoundedNumber.tsx'
import { SettingRow } from './SettingRow.tsx'

interface NumberSettingProps {
  readonly label: string
  readonly hint: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step?: number
  readonly onChange: (value: number) => void
}

/** A whole number between two bounds. */
export function NumberSetting({ label, hint, value, min, max, step = 1, onChange }: NumberSettingProps) {
  return (
    <SettingRow label={label} hint={hint}>
      <BoundedNumber
        aria-label={label}
        w={120}
        min={min}
        max={max}
        step={step}
        start={value}
        onChange={(typed) => {
          if (typed !== null) onChange(typed)
        }}
      />
    </SettingRow>
  )
}
