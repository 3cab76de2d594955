import type { Transcript } from '../../../../shared/transcript.ts'

// transcripts as main last told them: what is shown may be ahead of that by the edits that are on their way
const told = new Map<string, Transcript>()
let waiting = 0

/** Takes over what main told about a transcript. */
export function keepRevision(transcript: Transcript): void {
  // of the transcripts that were left nothing needs to be remembered, once their edits are saved
  if (waiting === 0) told.clear()
  told.set(transcript.summary.id, transcript)
}

export function toldTranscript(transcriptId: string): Transcript | undefined {
  return told.get(transcriptId)
}

/** Counts the edits that main has not answered yet. */
export function countWaiting(by: 1 | -1): void {
  waiting += by
}

export function editsWaiting(): boolean {
  return waiting > 0
}
