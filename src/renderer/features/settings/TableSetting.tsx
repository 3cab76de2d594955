import { Switch } from '@mantine/core'
import { useId } from 'react'
import { type Settings, type SettingsPatch, settingsTable } from '../../../shared/settings-table.ts'
import { BoundedNumber } from '../../components/forms/BoundedNumber.tsx'
import { Choice } from '../../components/forms/Choice.tsx'
import { saveSettings, useApp, useModKey } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { SettingRow } from './SettingRow.tsx'

type Table = typeof settingsTable

/** The settings with a label and a control of their own. */
type RowSetting = {
  [K in keyof Table]: Table[K] extends { readonly label: string; readonly kind: 'choice' | 'number' | 'switch' }
    ? K
    : never
}[keyof Table]

interface TableSettingProps {
  readonly name: RowSetting
  /** Replaces the hint of the table; null shows none. */
  readonly hint?: string | null
}

/** The row of a setting, with its label and control from the settings table. Changes are saved at once. */
export function TableSetting({ name, hint }: TableSettingProps) {
  const { t } = useTranslation()
  const field = settingsTable[name]
  const shownHint = hint !== undefined || field.hint === null ? hint : t(field.hint)
  const hintId = useId()
  return (
    <SettingRow label={t(field.label)} hint={shownHint} hintId={hintId}>
      <Control name={name} label={t(field.label)} hintId={shownHint == null ? undefined : hintId} />
    </SettingRow>
  )
}

interface ControlProps {
  readonly name: RowSetting
  readonly label: string
  readonly hintId: string | undefined
}

function Control({ name, label, hintId }: ControlProps) {
  const { t } = useTranslation()
  const mod = useModKey()
  const value: Settings[RowSetting] = useApp((state) => state.settings[name])
  const field = settingsTable[name]
  const save = (next: typeof value) => {
    const patch: SettingsPatch = { [name]: next }
    void saveSettings(patch)
  }
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          aria-label={label}
          aria-describedby={hintId}
          checked={value === true}
          onChange={(event) => save(event.currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <BoundedNumber
          aria-label={label}
          aria-describedby={hintId}
          w={120}
          min={field.min}
          max={field.max}
          decimalScale={'decimals' in field ? field.decimals : 0}
          step={'step' in field ? field.step : 1}
          start={typeof value === 'number' ? value : field.initial}
          onChange={(typed) => {
            if (typed !== null) save(typed)
          }}
        />
      )
    case 'choice': {
      const options = field.options.map((option) => ({
        value: option.value,
        words: 'own' in option && option.own !== null ? option.own : t(option.words, { mod }),
      }))
      const chosen = options.find((option) => option.value === value) ?? options[0]
      return chosen === undefined ? null : (
        <Choice label={label} describedBy={hintId} value={chosen.value} options={options} onChoose={save} />
      )
    }
    default:
      return field satisfies never
  }
}
