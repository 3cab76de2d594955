import { useMemo } from 'react'
import type { Transcript } from '../../../../shared/transcript.ts'
import type { TranscriptNote } from '../../../../shared/transcript-note.ts'
import { PlayContext } from '../../../components/markdown/citation-context.ts'
import { Markdown } from '../../../components/markdown/Markdown.tsx'
import { playFrom } from '../play/player.ts'
import { NoteBar } from './NoteBar.tsx'
import { NoteState } from './NoteState.tsx'
import classes from './NoteView.module.css'
import { Translation } from './Translation.tsx'

/** A note in the place of the transcript. */
export function NoteView({ note, transcript }: { note: TranscriptNote; transcript: Transcript }) {
  const isTranslation = note.request.kind === 'translation'
  const lines = useMemo(() => new Map(note.lines.map(({ segmentId, text }) => [segmentId, text])), [note.lines])
  return (
    <div className={classes.note}>
      <NoteBar note={note} transcript={transcript} />
      <NoteState note={note} />
      {isTranslation && lines.size > 0 ? (
        <Translation key={note.id} segments={transcript.segments} lines={lines} />
      ) : (
        <div className={classes.scroller} tabIndex={-1}>
          <div className={classes.text} dir="auto">
            <PlayContext value={transcript.summary.source === null ? null : playFrom}>
              <Markdown text={note.text} streaming={false} />
            </PlayContext>
          </div>
        </div>
      )}
    </div>
  )
}
