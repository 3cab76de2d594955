import { Save } from 'lucide-react'
import type { Transcript } from '../../../../shared/transcript.ts'
import type { ExportFormat } from '../../../../shared/transcript-formats.ts'
import type { TranscriptNote } from '../../../../shared/transcript-note.ts'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { ShowRequestItem } from '../../../components/window/ShowRequest.tsx'
import { CopyButton } from '../../../components/words/CopyButton.tsx'
import { momentWords } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './NoteView.module.css'
import { deleteNote, saveTranslation } from './notes-actions.ts'
import { useNotes } from './notes-store.ts'

const files: readonly (readonly [format: ExportFormat, bilingual: boolean])[] = [
  ['srt', false],
  ['srt', true],
  ['vtt', true],
  ['ass', true],
  ['lrc', true],
  ['txt', false],
  ['txt', true],
  ['docx', false],
  ['docx', true],
]

/** Model and time of a note, and actions on it. */
export function NoteBar({ note, transcript }: { note: TranscriptNote; transcript: Transcript }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const bilingual = useNotes((state) => state.bilingual)
  const isTranslation = note.request.kind === 'translation'
  return (
    <div className={classes.bar}>
      <span className={classes.about}>
        {note.request.model} · {momentWords(language, note.createdAt)}
      </span>
      {isTranslation ? (
        <label className={classes.tick}>
          <input
            type="checkbox"
            checked={bilingual}
            onChange={(event) => useNotes.setState({ bilingual: event.currentTarget.checked })}
          />
          {t('transcription.notes.original')}
        </label>
      ) : null}
      <CopyButton text={() => textOf(note, transcript)} label={t('transcription.notes.copy')} />
      <MoreMenu width={240}>
        {isTranslation
          ? files.map(([format, both]) => (
              <MenuItem
                key={`${format} ${both}`}
                icon={Save}
                disabled={note.lines.length === 0}
                onPress={() => void saveTranslation(note.id, format, both)}
              >
                {t(both ? 'transcription.notes.saveBoth' : 'transcription.notes.save', {
                  format: format.toUpperCase(),
                })}
              </MenuItem>
            ))
          : null}
        <ShowRequestItem itemId={note.id} />
        <DeleteItem onPress={() => void deleteNote(note)}>{t('transcription.notes.delete')}</DeleteItem>
      </MoreMenu>
    </div>
  )
}

/** Returns the text that is copied: the note, or the translated lines in order. */
function textOf({ lines, text }: TranscriptNote, { segments }: Transcript): string {
  if (lines.length === 0) return text
  const texts = new Map(lines.map((line) => [line.segmentId, line.text]))
  return segments.flatMap(({ id }) => texts.get(id) ?? []).join('\n')
}
