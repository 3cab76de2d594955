import { ChevronDown } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { type LanguageOption, languageOptions } from '../../../components/words/language-names.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './Form.module.css'

const auto = ''

interface LanguageSelectProps {
  /** The spoken language; null lets the model detect it. */
  readonly language: string | null
  readonly onChoose: (language: string | null) => void
  /** Further options at the end; their values are passed to `onOther`. */
  readonly children?: ReactNode
  readonly onOther?: (value: string) => void
  /** Class of a field under a label; absent for one in a row without labels. */
  readonly className?: string | undefined
}

/** Choice of the spoken language: likely ones first, then all by name. */
export function LanguageSelect({ language, onChoose, children, onOther, className }: LanguageSelectProps) {
  const { t } = useTranslation()
  const inLanguage = useLanguage()
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
  const known = new Set([auto, ...[...first, ...rest].map(({ code }) => code)])
  return (
    <div className={classes.choice}>
      <select
        className={className ?? classes.language}
        aria-label={t('transcription.language')}
        title={t('transcription.language')}
        value={language ?? auto}
        onChange={({ currentTarget: { value } }) => {
          if (!known.has(value)) onOther?.(value)
          else onChoose(value === auto ? null : value)
        }}
      >
        <option value={auto}>{t('transcription.languageAuto')}</option>
        {first.map(languageItem)}
        <hr />
        {rest.map(languageItem)}
        {children}
      </select>
      <ChevronDown size={14} aria-hidden="true" />
    </div>
  )
}

function languageItem({ code, name }: LanguageOption) {
  return (
    <option key={code} value={code}>
      {name}
    </option>
  )
}
