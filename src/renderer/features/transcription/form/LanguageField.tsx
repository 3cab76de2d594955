import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { changeForm, useTranscription } from '../transcription-store.ts'
import classes from './Form.module.css'
import { languageCode, languageOptions } from './languages.ts'

const auto = ''
const other = 'other'

/** Field for the spoken language: detected by the model, chosen from a list, or any code. */
export function LanguageField() {
  const { t } = useTranslation()
  const inLanguage = useLanguage()
  const language = useTranscription((state) => state.form.language)
  const [typing, setTyping] = useState(false)
  const used = useTranscription((state) => state.transcripts)
  const { first, rest } = useMemo(
    () =>
      languageOptions(
        inLanguage,
        language,
        used.map((transcript) => transcript.language),
      ),
    [inLanguage, language, used],
  )
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
    <div className={classes.choice}>
      <select
        className={classes.language}
        aria-label={t('transcription.language')}
        title={t('transcription.language')}
        value={language ?? auto}
        onChange={(event) => {
          const { value } = event.currentTarget
          if (value === other) setTyping(true)
          else changeForm({ language: value === auto ? null : value })
        }}
      >
        <option value={auto}>{t('transcription.languageAuto')}</option>
        {first.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
        <hr />
        {rest.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
        <option value={other}>{t('transcription.languageOther')}</option>
      </select>
      <ChevronDown size={14} aria-hidden="true" />
    </div>
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
