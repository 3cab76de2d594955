import { transcription } from '../transcription-store.ts'
import { onPlayer, playFrom } from './player.ts'

/** Plays a transcript from a time (ms), as soon as it is open and its recording is attached. Null plays nothing. */
export function playWhenOpen(transcriptId: string, ms: number | null): void {
  if (ms === null) return
  onPlayer(() => {
    const { open, openId } = transcription()
    // the user has opened another one
    if (openId !== transcriptId) return true
    if (open?.summary.id !== transcriptId) return false
    playFrom(ms)
    return true
  })
}
