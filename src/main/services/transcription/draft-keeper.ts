import { type TranscriptionDraft, transcriptionDraftSchema } from '../../../shared/transcript.ts'
import type { Preferences } from '../../storage/preferences.ts'

const preference = 'transcription-draft'

/** What was chosen in the panel for the next recordings and exports: it is there again after a restart. */
export class TranscriptionDraftKeeper {
  private readonly preferences: Preferences

  constructor(preferences: Preferences) {
    this.preferences = preferences
  }

  /** Null before anything was kept, and for what cannot be read any more. */
  get(): TranscriptionDraft | null {
    const kept = this.preferences.get(preference)
    if (kept === null) return null
    try {
      return transcriptionDraftSchema.parse(JSON.parse(kept))
    } catch {
      return null
    }
  }

  set(draft: TranscriptionDraft): null {
    this.preferences.set(preference, JSON.stringify(draft))
    return null
  }
}
