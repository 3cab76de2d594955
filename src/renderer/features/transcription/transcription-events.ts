import { call, on, onConnection } from '../../bridge/client.ts'
import { libraryChanged, loadLibrary } from './library/library-actions.ts'
import { startListening } from './listening/listening.ts'
import { loadQueue } from './queue/queue-actions.ts'
import { dispatchQueue, transcription, useTranscription } from './transcription-store.ts'
import { openChanged } from './view/open-actions.ts'

function listen(): void {
  on('transcription.job', (job) => dispatchQueue({ type: 'job', job }))
  on('transcription.jobRemoved', ({ jobId }) => dispatchQueue({ type: 'removed', jobId }))
  on('transcripts.changed', ({ transcriptId }) => {
    void libraryChanged()
    void openChanged(transcriptId)
  })
  let connected = true
  onConnection((now) => {
    const back = now && !connected
    connected = now
    if (!back) return
    void loadQueue()
    void libraryChanged()
    const { openId } = transcription()
    if (openId !== null) void openChanged(openId)
  })
}

/** The form begins with what was asked last, as far as anything tells it. */
async function recallForm(): Promise<void> {
  const { form, queue, transcripts } = transcription()
  if (form.connectionId !== null || form.model !== '') return
  const last = queue.jobs.reduce<(typeof queue.jobs)[number] | null>(
    (newest, job) => (newest === null || job.createdAt > newest.createdAt ? job : newest),
    null,
  )
  if (last !== null) {
    const { connectionId, model, language, prompt } = last.request
    useTranscription.setState({ form: { connectionId, model, language, prompt: prompt ?? '' } })
    return
  }
  const model = transcripts[0]?.model
  if (model !== undefined) useTranscription.setState((state) => ({ form: { ...state.form, model } }))
}

/** Reads what the panel needs before it is shown (its rail button counts what runs), and keeps it up to date. */
export async function startTranscription(): Promise<void> {
  listen()
  startListening()
  await Promise.all([loadQueue(), loadLibrary()])
  await recallForm()
}

/** What is found in the library for the command palette. */
export async function findTranscripts(query: string, limit: number) {
  const answer = await call('transcripts.list', { query, offset: 0, limit })
  return answer.ok ? answer.value.transcripts : []
}
