import { useLayoutEffect, useRef } from 'react'
import { Segments } from '../../../components/forms/Segments.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './NoteTabs.module.css'
import { noteName } from './note-words.ts'
import { useNotes } from './notes-store.ts'

/** The choice between the transcript and its notes; nothing while there are none. */
export function NoteTabs() {
  const { t } = useTranslation()
  const language = useLanguage()
  const notes = useNotes((state) => state.notes)
  const shownId = useNotes((state) => state.shownId)
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new note is chosen at the end of the row
  useLayoutEffect(() => {
    row.current?.querySelector(':checked')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shownId, notes])
  if (notes.length === 0) return null
  return (
    <div ref={row} className={classes.tabs} data-scroll-row>
      <Segments
        label={t('transcription.notes.shown')}
        value={notes.some(({ id }) => id === shownId) ? (shownId ?? '') : ''}
        options={[
          { value: '', words: t('transcription.notes.transcript') },
          ...notes.map((note) => ({ value: note.id, words: noteName(t, language, note, notes) })),
        ]}
        onChoose={(id) => useNotes.setState({ shownId: id === '' ? null : id })}
      />
    </div>
  )
}
