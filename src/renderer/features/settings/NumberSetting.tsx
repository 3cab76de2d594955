import { type SettingOf, settingsTable } from '../../../shared/settings-table.ts'
import { BoundedNumber } from '../../components/forms/BoundedNumber.tsx'
import { saveSettings, useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { SettingRow } from './SettingRow.tsx'

/** A field for a whole-number setting, as described in the settings table. */
export function NumberSetting({ name }: { readonly name: SettingOf<'number'> }) {
  const { t } = useTranslation()
  const value = useApp((state) => state.settings[name])
  const field = settingsTable[name]
  return (
    <SettingRow label={t(field.label)} hint={t(field.hint)}>
      <BoundedNumber
        aria-label={t(field.label)}
        w={120}
        min={field.min}
        max={field.max}
        decimalScale={'decimals' in field ? field.decimals : 0}
        step={'step' in field ? field.step : 1}
        start={value}
        onChange={(typed) => {
          if (typed !== null) void saveSettings({ [name]: typed })
        }}
      />
    </SettingRow>
  )
}
