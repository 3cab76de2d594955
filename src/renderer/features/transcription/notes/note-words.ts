import type { TFunction } from 'i18next'
import type { TranscriptNote } from '../../../../shared/transcript-note.ts'
import { languageName } from '../../../components/words/language-names.ts'

/** Returns the name of a note: its kind, or the language of a translation; numbered if an earlier one has it too. */
export function noteName(
  t: TFunction,
  inLanguage: string,
  note: TranscriptNote,
  notes: readonly TranscriptNote[],
): string {
  const name = plainName(t, inLanguage, note)
  const earlier = notes.slice(0, notes.indexOf(note)).filter((other) => plainName(t, inLanguage, other) === name)
  return earlier.length === 0 ? name : `${name} ${earlier.length + 1}`
}

function plainName(t: TFunction, inLanguage: string, { request: { kind, language } }: TranscriptNote): string {
  return kind === 'translation' && language !== null
    ? languageName(language, inLanguage)
    : t(`transcription.notes.kinds.${kind}`)
}
