import { useEffect } from 'react'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { KeptNote } from '../../../components/KeptNote.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { FindBar } from '../edit/FindBar.tsx'
import { MarkBar } from '../edit/MarkBar.tsx'
import { ShiftDialog } from '../edit/ShiftDialog.tsx'
import { SpeakerDialog } from '../edit/SpeakerDialog.tsx'
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
  const segments = open?.segments
  useViewKeys()
  useEffect(() => {
    if (segments !== undefined) followSegments(segments)
  }, [segments])

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
      {open.segments.length === 0 ? (
        <p className={classes.nothing}>{summary.complete ? t('transcription.noText') : t('transcription.textComes')}</p>
      ) : (
        <SegmentList key={summary.id} segments={open.segments} />
      )}
      <SpeakerDialog />
      <ShiftDialog />
      <AgainDialog summary={summary} />
    </section>
  )
}
