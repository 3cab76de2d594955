import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type SpokenLanguage, spokenLanguages } from '../../components/speech/spoken-text.ts'
import { systemVoices, voicesOf } from '../../components/speech/voices.ts'
import { appState, saveSettings, useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { whenAnswered } from '../../platform/when-answered.ts'
import { SettingRow } from './SettingRow.tsx'
import { TableSetting } from './TableSetting.tsx'

/** Speed and voices for reading aloud. */
export function VoiceRows() {
  const { t } = useTranslation()
  const readAloudVoice = useApp((state) => state.settings.readAloudVoice)
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[] | null>(null)
  useEffect(() => whenAnswered(systemVoices(), setVoices), [])
  return (
    <>
      <TableSetting name="readAloudSpeed" />
      {spokenLanguages.map((language) => {
        const listed = voicesOf(voices ?? [], language)
        const chosen = listed.find(({ voiceURI }) => readAloudVoice[voiceURI] === language)?.voiceURI ?? ''
        const label = t(`settings.voiceOf.${language}`)
        return (
          <SettingRow
            key={language}
            label={label}
            {...(voices !== null && listed.length === 0 ? { hint: t('settings.voiceNone') } : {})}
          >
            <NativeSelect
              aria-label={label}
              disabled={listed.length === 0}
              data={[
                { value: '', label: t('settings.voiceAuto') },
                ...listed.map(({ localService, name, voiceURI }) => ({
                  value: voiceURI,
                  label: localService ? name : t('settings.voiceRemote', { name }),
                })),
              ]}
              value={chosen}
              onChange={(event) => chooseVoice(language, event.currentTarget.value)}
            />
          </SettingRow>
        )
      })}
    </>
  )
}

/** Sets the voice of a language; an empty one leaves the choice to the app. */
function chooseVoice(language: SpokenLanguage, voice: string): void {
  const others = Object.entries(appState().settings.readAloudVoice).filter(([, of]) => of !== language)
  void saveSettings({ readAloudVoice: Object.fromEntries(voice === '' ? others : [...others, [voice, language]]) })
}
