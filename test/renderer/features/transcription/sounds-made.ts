import type { TranscriptionJob } from '../../../../src/shared/transcript.ts'

/** A recording in the queue. */
export function sound(id: string, more: Partial<TranscriptionJob> = {}): TranscriptionJob {
  return {
    id,
    name: `${id}.wav`,
    bytes: 1000,
    received: 1000,
    source: null,
    request: { connectionId: 'c', model: 'm', language: null, prompt: null, temperature: null },
    status: 'queued',
    error: null,
    duration: null,
    progress: null,
    pieces: [],
    attempts: 0,
    createdAt: 1,
    sentAt: null,
    retryAt: null,
    endedAt: null,
    transcriptId: null,
    ...more,
  }
}
