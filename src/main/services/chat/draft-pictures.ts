import { z } from 'zod'
import { picturesMax } from '../../../shared/chat-limits.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Preferences } from '../../storage/preferences.ts'

const name = 'chat-draft-pictures'
/** Most conversations with stored composer pictures; the least recently used are dropped. */
const composersMax = 200

const keptSchema = z.array(
  z.tuple([z.string(), z.array(z.object({ mediaId: z.string(), name: z.string() })).max(picturesMax)]),
)

/**
 * Stores the unsent pictures of composers; null is the conversation that does not exist yet.
 * The files are unused library files, which the sweep keeps for a week; missing ones are left out.
 */
export class ChatDraftPictures {
  private readonly preferences: Preferences
  private readonly library: MediaLibrary

  constructor(preferences: Preferences, library: MediaLibrary) {
    this.preferences = preferences
    this.library = library
  }

  get({ conversationId }: CallInput<'chat.draftPictures'>): CallOutput<'chat.draftPictures'> {
    const [, pictures] = this.kept().find(([key]) => key === (conversationId ?? '')) ?? ['', []]
    return pictures.flatMap(({ mediaId, name: called }) => {
      const item = this.library.find(mediaId)
      return item === null ? [] : [{ item, name: called }]
    })
  }

  set({ conversationId, pictures }: CallInput<'chat.saveDraftPictures'>): null {
    const key = conversationId ?? ''
    const others = this.kept().filter(([other]) => other !== key)
    const kept = pictures.length === 0 ? others : [...others, [key, pictures] as const].slice(-composersMax)
    this.preferences.set(name, kept.length === 0 ? null : JSON.stringify(kept))
    return null
  }

  /** Drops the pictures of permanently deleted conversations; returns those in no other composer. */
  forget(conversationIds: readonly string[]): readonly string[] {
    const gone = new Set(conversationIds)
    const all = this.kept()
    const kept = all.filter(([key]) => !gone.has(key))
    if (kept.length === all.length) return []
    this.preferences.set(name, kept.length === 0 ? null : JSON.stringify(kept))
    const used = new Set(kept.flatMap(([, pictures]) => pictures.map(({ mediaId }) => mediaId)))
    return all.flatMap(([, pictures]) => pictures.flatMap(({ mediaId }) => (used.has(mediaId) ? [] : [mediaId])))
  }

  private kept(): z.infer<typeof keptSchema> {
    const text = this.preferences.get(name)
    if (text === null) return []
    try {
      return keptSchema.parse(JSON.parse(text))
    } catch {
      return []
    }
  }
}
