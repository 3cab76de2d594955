import { useState } from 'react'
import type { TranscriptNote } from '../../../../shared/transcript-note.ts'
import { Choice } from '../../../components/forms/Choice.tsx'
import { Field } from '../../../components/forms/Field.tsx'
import { languageName } from '../../../components/words/language-names.ts'
import { saveSettings, useApp, useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Subtitles.module.css'
import { useTranslations } from './use-cues.ts'

/** Value of the option for the original text, which is no id of a note. */
const original = 'original'

interface TextChoice {
  readonly translations: readonly TranscriptNote[]
  /** The shown translation; null for the original, and undefined until the translations are known. */
  readonly noteId: string | null | undefined
  /** True if the original is shown below the translation. */
  readonly bilingual: boolean
  readonly onChoose: (noteId: string | null) => void
}

/** The text of a transcript to show: as the user chose it last, a translation where there is one. */
export function useTextChoice(transcriptId: string | null): TextChoice {
  const isTranslated = useApp((state) => state.settings.subtitleTranslated)
  const isBilingual = useApp((state) => state.settings.subtitleBilingual)
  const translations = useTranslations(transcriptId)
  const [chosen, setChosen] = useState<string | null | undefined>(undefined)
  const isKnown = chosen === null || translations?.some(({ id }) => id === chosen) === true
  const usual = isTranslated ? (translations?.at(-1)?.id ?? null) : null
  const noteId = translations === null ? undefined : isKnown ? chosen : usual
  return {
    translations: translations ?? [],
    noteId,
    bilingual: isBilingual && typeof noteId === 'string',
    onChoose: (next) => {
      setChosen(next)
      void saveSettings({ subtitleTranslated: next !== null })
    },
  }
}

/** Fields for the text: original, translation, or both. Nothing for a transcript without translations. */
export function TextFields({ choice }: { readonly choice: TextChoice }) {
  const { t } = useTranslation()
  const inLanguage = useLanguage()
  const { bilingual, noteId, onChoose, translations } = choice
  if (translations.length === 0) return null
  return (
    <div className={classes.text}>
      <Field label={t('subtitles.text')}>
        <Choice
          label={t('subtitles.text')}
          value={noteId ?? original}
          options={[
            { value: original, words: t('subtitles.original') },
            ...translations.map((note) => ({ value: note.id, words: nameOf(note, translations, inLanguage) })),
          ]}
          onChoose={(value) => onChoose(value === original ? null : value)}
        />
      </Field>
      {typeof noteId === 'string' ? (
        <label className={classes.tick}>
          <input
            type="checkbox"
            checked={bilingual}
            onChange={({ currentTarget: { checked } }) => void saveSettings({ subtitleBilingual: checked })}
          />
          <span>{t('subtitles.bilingual')}</span>
        </label>
      ) : null}
    </div>
  )
}

/** Returns the language of a translation; numbered if an earlier one has it too. */
function nameOf(note: TranscriptNote, all: readonly TranscriptNote[], inLanguage: string): string {
  const same = all.filter(({ request }) => request.language === note.request.language)
  const name = languageName(note.request.language ?? '', inLanguage)
  const number = same.indexOf(note) + 1
  return number === 1 ? name : `${name} ${number}`
}
