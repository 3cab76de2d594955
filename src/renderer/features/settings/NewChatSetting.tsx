import { NativeSelect, Textarea } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { efforts } from '../../../shared/effort.ts'
import {
  newChatNumbers,
  newChatParameters,
  newChatSystemMax,
  withNewChatValue,
} from '../../../shared/new-chat-parameters.ts'
import { BoundedNumber } from '../../components/forms/BoundedNumber.tsx'
import { appState, saveSettings, useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { SettingRow } from './SettingRow.tsx'

/** How long after the last key typed instructions are saved, in ms. */
const typedMs = 400

const numbers = ['temperature', 'topP', 'maxTokens', 'contextMessages'] as const

function save(...[name, value]: [Parameters<typeof withNewChatValue>[1], string | number | null]): void {
  void saveSettings({ newChat: withNewChatValue(appState().settings.newChat, name, value) })
}

/** Instructions and parameters of all new chats. Those of an assistant or folder come after them. */
export function NewChatSetting() {
  const { t } = useTranslation()
  const settings = useApp((state) => state.settings)
  const parameters = newChatParameters(settings)
  return (
    <>
      <Instructions />
      {numbers.map((name) => {
        const { decimals, max, min, step } = newChatNumbers[name]
        const label = t(`parameters.${name}`)
        const hint = name === 'maxTokens' ? null : t(`parameters.${name === 'contextMessages' ? 'context' : name}Hint`)
        return (
          <SettingRow key={name} label={label} hint={hint} hintId={`new-chat-${name}`}>
            <BoundedNumber
              aria-label={label}
              aria-describedby={hint === null ? undefined : `new-chat-${name}`}
              w={180}
              placeholder={t(name === 'contextMessages' ? 'parameters.all' : 'parameters.gateway')}
              {...{ decimalScale: decimals, max, min, step }}
              optional
              hideControls
              start={parameters[name]}
              onChange={(value) => save(name, value)}
            />
          </SettingRow>
        )
      })}
      <SettingRow label={t('parameters.effort')} hint={t('parameters.effortHint')} hintId="new-chat-effort">
        <NativeSelect
          aria-label={t('parameters.effort')}
          aria-describedby="new-chat-effort"
          w={180}
          value={parameters.effort ?? ''}
          data={[
            { value: '', label: t('parameters.gateway') },
            ...efforts.map((effort) => ({ value: effort, label: t(`parameters.efforts.${effort}`) })),
          ]}
          onChange={(event) => save('effort', event.currentTarget.value)}
        />
      </SettingRow>
    </>
  )
}

function Instructions() {
  const { t } = useTranslation()
  const [text, setText] = useState(() => appState().settings.newChat.system ?? '')
  const typed = useRef<{ readonly text: string; readonly timer: ReturnType<typeof setTimeout> } | null>(null)
  const flush = useCallback(() => {
    if (typed.current === null) return
    clearTimeout(typed.current.timer)
    save('system', typed.current.text)
    typed.current = null
  }, [])
  // what was typed last is saved when the page is left
  useEffect(() => flush, [flush])
  return (
    <SettingRow label={t('settings.newChatSystem')} hint={t('settings.newChatSystemHint')} hintId="new-chat-system">
      <Textarea
        aria-label={t('settings.newChatSystem')}
        aria-describedby="new-chat-system"
        w={320}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={newChatSystemMax}
        value={text}
        onBlur={flush}
        onChange={(event) => {
          const { value } = event.currentTarget
          if (typed.current !== null) clearTimeout(typed.current.timer)
          typed.current = { text: value, timer: setTimeout(flush, typedMs) }
          setText(value)
        }}
      />
    </SettingRow>
  )
}
