import { NumberInput } from '@mantine/core'
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
      <NumberInput
        aria-label={label}
        w={120}
        min={min}
        max={max}
        step={step}
        allowDecimal={false}
        defaultValue={value}
        // while it is typed, "6" on the way to "60" is not an order
        clampBehavior="blur"
        onChange={(typed) => {
          if (typeof typed === 'number' && typed >= min && typed <= max) onChange(typed)
        }}
      />
    </SettingRow>
  )
}
