import { useState } from 'react'
import { languageCode } from '../../../components/words/language-names.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { changeForm, useTranscription } from '../transcription-store.ts'
import classes from './Form.module.css'
import { LanguageSelect } from './LanguageSelect.tsx'

const other = 'other'

/** Field for the spoken language: detected by the model, chosen from a list, or any code. */
export function LanguageField() {
  const { t } = useTranslation()
  const language = useTranscription((state) => state.form.language)
  const [typing, setTyping] = useState(false)
  if (typing) {
    return (
      <CodeField
        onDone={(code) => {
          if (code !== null) changeForm({ language: code })
          setTyping(false)
        }}
      />
    )
  }
  return (
    <LanguageSelect
      language={language}
      onChoose={(code) => changeForm({ language: code })}
      onOther={() => setTyping(true)}
    >
      <option value={other}>{t('transcription.languageOther')}</option>
    </LanguageSelect>
  )
}

function CodeField({ onDone }: { onDone: (code: string | null) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const code = languageCode(text)
  return (
    <input
      autoComplete="off"
      ref={(field) => field?.focus()}
      className={classes.language}
      aria-label={t('transcription.languageCode')}
      placeholder={t('transcription.languageCodeExample')}
      aria-invalid={text !== '' && code === null}
      spellCheck={false}
      maxLength={12}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => onDone(code)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.keyCode === 229) return
        if (event.key === 'Escape') onDone(null)
        else if (event.key === 'Enter' && code !== null) onDone(code)
      }}
    />
  )
}
