import { on, onReconnect } from '../../platform/bridge/client.ts'
import { recallChoices } from './choices.ts'
import { libraryChanged, loadLibrary } from './library/library-actions.ts'
import { startListening } from './listening/listening.ts'
import { loadQueue } from './queue/queue-actions.ts'
import { watchLeft } from './recorder/left-actions.ts'
import { dispatchQueue, transcription } from './transcription-store.ts'
import { openChanged, openTranscript } from './view/open-actions.ts'

function listen(): void {
  on('transcription.job', (job) => {
    dispatchQueue({ type: 'job', job })
    // whoever reads another transcript is left alone
    if (job.status === 'done' && job.transcriptId !== null && transcription().openId === null)
      void openTranscript(job.transcriptId)
  })
  on('transcription.jobRemoved', ({ jobId }) => dispatchQueue({ type: 'removed', jobId }))
  on('transcripts.changed', ({ transcriptId }) => {
    void libraryChanged()
    void openChanged(transcriptId)
  })
  on('transfer.imported', () => void libraryChanged())
  onReconnect(() => {
    void loadQueue()
    void libraryChanged()
    const { openId } = transcription()
    if (openId !== null) void openChanged(openId)
  })
}

/** Loads what the panel needs before it is shown (its rail button counts running jobs), and keeps it current. */
export async function startTranscription(): Promise<void> {
  listen()
  startListening()
  watchLeft()
  await Promise.all([recallChoices(), loadQueue(), loadLibrary()])
}
