import { useEffect } from 'react'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { KeptNote } from '../../../components/KeptNote.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { FillersDialog } from '../edit/FillersDialog.tsx'
import { FindBar } from '../edit/FindBar.tsx'
import { MarkBar } from '../edit/MarkBar.tsx'
import { ShiftDialog } from '../edit/ShiftDialog.tsx'
import { SpeakerDialog } from '../edit/SpeakerDialog.tsx'
import { NoteDialog } from '../notes/NoteDialog.tsx'
import { NoteTabs } from '../notes/NoteTabs.tsx'
import { NoteView } from '../notes/NoteView.tsx'
import { loadNotes } from '../notes/notes-actions.ts'
import { shownNote, useNotes } from '../notes/notes-store.ts'
import { UseFor } from '../notes/UseFor.tsx'
import { Player } from '../play/Player.tsx'
import { followSegments } from '../play/player.ts'
import { Recording } from '../play/Recording.tsx'
import { Waveform } from '../play/Waveform.tsx'
import { useTranscription } from '../transcription-store.ts'
import { AgainDialog } from './AgainDialog.tsx'
import { openTranscript } from './open-actions.ts'
import { SegmentList } from './SegmentList.tsx'
import { TranscriptHeader } from './TranscriptHeader.tsx'
import classes from './TranscriptView.module.css'
import { useViewKeys } from './use-view-keys.ts'

/** A transcript with its player, editor and exports. */
export function TranscriptView() {
  const { t } = useTranslation()
  const openId = useTranscription((state) => state.openId)
  const open = useTranscription((state) => state.open)
  const error = useTranscription((state) => state.openError)
  const marking = useTranscription((state) => state.marked.size > 0)
  const finding = useTranscription((state) => state.finding)
  const note = useNotes(shownNote)
  const segments = open?.segments
  const shownId = open?.summary.id
  useViewKeys()
  useEffect(() => {
    if (segments !== undefined) followSegments(segments)
  }, [segments])
  useEffect(() => {
    if (shownId !== undefined) void loadNotes(shownId)
  }, [shownId])

  if (error !== null && openId !== null) {
    return (
      <section className={classes.doc} aria-label={t('transcription.transcript')}>
        <div className={classes.note}>
          <ErrorNote
            error={error}
            lead={t('transcription.openFailed')}
            place={{ where: 'other', hasText: false }}
            on={{ retry: () => void openTranscript(openId) }}
          />
        </div>
      </section>
    )
  }
  if (open === null)
    return <section className={classes.doc} aria-label={t('transcription.transcript')} aria-busy="true" />
  const { summary } = open
  return (
    <section
      className={classes.doc}
      aria-label={t('transcription.transcript')}
      // the old transcript stays while another one loads, to avoid flicker
      aria-busy={summary.id !== openId}
    >
      <TranscriptHeader transcript={open} />
      {summary.source === null ? null : (
        <>
          <Recording key={summary.source.id} source={summary.source} duration={summary.duration} />
          <Waveform waveform={open.waveform} />
        </>
      )}
      {marking ? <MarkBar /> : <Player source={summary.source} />}
      {finding ? <FindBar /> : null}
      {summary.kept === true ? (
        <div className={classes.kept}>
          <KeptNote
            kind="transcription"
            ownerId={summary.jobId}
            kept
            canReadAgain
            opened={open.segments.length === 0}
          />
        </div>
      ) : null}
      <NoteTabs />
      {note !== null ? (
        <NoteView note={note} transcript={open} />
      ) : open.segments.length === 0 ? (
        <p className={classes.nothing}>{summary.complete ? t('transcription.noText') : t('transcription.textComes')}</p>
      ) : (
        <SegmentList key={summary.id} segments={open.segments} />
      )}
      <UseFor transcriptId={summary.id} disabled={open.segments.length === 0} />
      <SpeakerDialog />
      <ShiftDialog />
      <FillersDialog transcript={open} />
      <AgainDialog summary={summary} />
      <NoteDialog transcript={open} />
    </section>
  )
}
