import { Menu } from '@mantine/core'
import { Save } from 'lucide-react'
import type { ExportFormat, Transcript } from '../../../../shared/transcript.ts'
import type { TranscriptNote } from '../../../../shared/transcript-note.ts'
import { DeleteItem } from '../../../components/DeleteItem.tsx'
import { MoreMenu } from '../../../components/window/ActionMenu.tsx'
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
  ['txt', false],
  ['txt', true],
]

/** What a note is made of, and actions on it. */
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
              <Menu.Item
                key={`${format} ${both}`}
                leftSection={<Save size={15} />}
                disabled={note.lines.length === 0}
                onClick={() => void saveTranslation(note.id, format, both)}
              >
                {t(both ? 'transcription.notes.saveBoth' : 'transcription.notes.save', {
                  format: format.toUpperCase(),
                })}
              </Menu.Item>
            ))
          : null}
        <ShowRequestItem itemId={note.id} />
        <DeleteItem words={t('transcription.notes.delete')} onDelete={() => void deleteNote(note)} />
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
