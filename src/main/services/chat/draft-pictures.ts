import { z } from 'zod'
import { picturesMax } from '../../../shared/chat-limits.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Preferences } from '../../storage/preferences.ts'
import { ComposerDrafts } from './composer-drafts.ts'

const pictureSchema = z.object({ mediaId: z.string(), name: z.string() })

/**
 * Stores the unsent pictures of composers; null is the conversation that does not exist yet.
 * The files are unused library files, which the sweep keeps for a week; missing ones are left out.
 */
export class ChatDraftPictures {
  private readonly drafts: ComposerDrafts<z.infer<typeof pictureSchema>>
  private readonly library: MediaLibrary

  constructor(preferences: Preferences, library: MediaLibrary) {
    this.drafts = new ComposerDrafts(preferences, 'chat-draft-pictures', pictureSchema, picturesMax)
    this.library = library
  }

  get({ conversationId }: CallInput<'chat.draftPictures'>): CallOutput<'chat.draftPictures'> {
    return this.drafts.draftItems(conversationId).flatMap(({ mediaId, name }) => {
      const item = this.library.findMedia(mediaId)
      return item === null ? [] : [{ item, name }]
    })
  }

  set({ conversationId, pictures }: CallInput<'chat.saveDraftPictures'>): null {
    this.drafts.set(conversationId, pictures)
    return null
  }

  /** Drops the pictures of permanently deleted conversations; returns those in no other composer. */
  forgetDrafts(conversationIds: readonly string[]): readonly string[] {
    const { gone, left } = this.drafts.forgetDrafts(conversationIds)
    const used = new Set(left.map(({ mediaId }) => mediaId))
    return gone.flatMap(({ mediaId }) => (used.has(mediaId) ? [] : [mediaId]))
  }
}
