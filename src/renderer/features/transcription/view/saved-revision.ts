import type { Transcript } from '../../../../shared/transcript.ts'

// transcripts as main last sent them; unsaved edits may be ahead of them
const told = new Map<string, Transcript>()
let waiting = 0

/** Stores main's version of a transcript. */
export function keepRevision(transcript: Transcript): void {
  // versions of closed transcripts are dropped once their edits are saved
  if (waiting === 0) told.clear()
  told.set(transcript.summary.id, transcript)
}

export function toldTranscript(transcriptId: string): Transcript | undefined {
  return told.get(transcriptId)
}

/** Counts the edits that main has not answered. */
export function countWaiting(by: 1 | -1): void {
  waiting += by
}

export function editsWaiting(): boolean {
  return waiting > 0
}
