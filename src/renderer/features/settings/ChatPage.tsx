import { NumberInput, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { saveSettings, useApp, useModKey } from '../../app/app-store.ts'
import { Choice } from './Choice.tsx'
import { SettingRow } from './SettingRow.tsx'

export function ChatPage() {
  const { t } = useTranslation()
  const mod = useModKey()
  const settings = useApp((state) => state.settings)
  return (
    <>
      <SettingRow label={t('settings.sendWith')} hint={t('settings.sendWithHint')}>
        <Choice
          label={t('settings.sendWith')}
          value={settings.sendWith}
          options={[
            { value: 'enter', words: t('settings.sendEnter') },
            { value: 'mod-enter', words: t('settings.sendMod', { mod }) },
          ]}
          onChoose={(sendWith) => void saveSettings({ sendWith })}
        />
      </SettingRow>
      <SettingRow label={t('settings.stream')} hint={t('settings.streamHint')}>
        <Switch
          aria-label={t('settings.stream')}
          checked={settings.stream}
          onChange={(event) => void saveSettings({ stream: event.currentTarget.checked })}
        />
      </SettingRow>
      <SettingRow label={t('settings.stall')} hint={t('settings.stallHint')}>
        <NumberInput
          aria-label={t('settings.stall')}
          w={120}
          min={5}
          max={600}
          step={5}
          allowDecimal={false}
          defaultValue={settings.stallSeconds}
          // while it is typed, "6" on the way to "60" is not an order
          clampBehavior="blur"
          onChange={(value) => {
            if (typeof value === 'number' && value >= 5 && value <= 600) void saveSettings({ stallSeconds: value })
          }}
        />
      </SettingRow>
    </>
  )
}
