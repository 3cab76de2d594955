import type { TranscriptionDraft } from '../../../shared/transcript.ts'
import { call, on, onReconnect } from '../../platform/bridge/client.ts'
import { SaveSoon } from '../../platform/save-soon.ts'
import { libraryChanged, loadLibrary } from './library/library-actions.ts'
import { startListening } from './listening/listening.ts'
import { notesChanged } from './notes/notes-actions.ts'
import { loadQueue } from './queue/queue-actions.ts'
import { watchLeft } from './recorder/left-actions.ts'
import { dispatchQueue, type TranscriptionState, transcription, useTranscription } from './transcription-store.ts'
import { openChanged, openTranscript } from './view/open-actions.ts'
import { followFolder } from './watch/watch-store.ts'

function listen(): void {
  on('transcription.job', (job) => {
    dispatchQueue({ type: 'job', job })
    // a user reading another transcript is not interrupted
    if (job.status === 'done' && job.transcriptId !== null && transcription().openId === null)
      void openTranscript(job.transcriptId)
  })
  on('transcription.jobRemoved', ({ jobId }) => dispatchQueue({ type: 'dismissed', jobId }))
  on('transcripts.changed', ({ transcriptId }) => {
    void libraryChanged()
    void openChanged(transcriptId)
  })
  on('transcripts.notesChanged', ({ transcriptId }) => notesChanged(transcriptId))
  on('transfer.imported', () => void libraryChanged())
  onReconnect(() => {
    void loadQueue()
    void libraryChanged()
    const { openId } = transcription()
    if (openId !== null) {
      void openChanged(openId)
      notesChanged(openId)
    }
  })
}

/** Loads the panel's data before it is shown (its rail button counts running jobs), and keeps them current. */
export async function startTranscription(): Promise<void> {
  listen()
  startListening()
  watchLeft()
  await Promise.all([recallChoices(), loadQueue(), loadLibrary(), followFolder()])
}

/** Returns the choices for the next recordings and exports, which are stored across restarts. */
function draftOf({ form, formats, note, rules }: TranscriptionState): TranscriptionDraft {
  return { ...form, formats: [...formats], rules, ...(note === null ? {} : { note }) }
}

const draft = new SaveSoon(() => void call('transcription.saveDraft', { draft: draftOf(transcription()) }))

function differ(one: TranscriptionState, other: TranscriptionState): boolean {
  return (
    one.form !== other.form || one.formats !== other.formats || one.rules !== other.rules || one.note !== other.note
  )
}

/** Restores the last choices, unless the user has already changed them, and stores later ones. */
async function recallChoices(): Promise<void> {
  const before = transcription()
  const answer = await call('transcription.draft', {})
  if (differ(before, transcription())) draft.scheduleSave()
  else if (answer.ok && answer.value !== null) {
    const { formats, note = null, rules, ...form } = answer.value
    useTranscription.setState({ form, formats, note, rules })
  }
  useTranscription.subscribe((now, then) => {
    if (differ(now, then)) draft.scheduleSave()
  })
  window.addEventListener('pagehide', () => draft.flush())
}
