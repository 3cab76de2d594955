import { type AttachedFile, attachedFileSchema } from '../../../shared/attached-file.ts'
import { filesMax } from '../../../shared/attached-file-limits.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Preferences } from '../../storage/preferences.ts'
import { ComposerDrafts } from './composer-drafts.ts'

/** Stores the unsent files of composers, as `ChatDraftPictures` stores their pictures. */
export class ChatDraftFiles {
  private readonly drafts: ComposerDrafts<AttachedFile>
  private readonly library: MediaLibrary

  constructor(preferences: Preferences, library: MediaLibrary) {
    this.drafts = new ComposerDrafts(preferences, 'chat-draft-files', attachedFileSchema, filesMax)
    this.library = library
  }

  get({ conversationId }: CallInput<'files.draft'>): readonly AttachedFile[] {
    return this.drafts
      .draftItems(conversationId)
      .filter((file) => idsOf(file).every((id) => this.library.findMedia(id) !== null))
  }

  set({ conversationId, files }: CallInput<'files.saveDraft'>): null {
    this.drafts.set(conversationId, files)
    return null
  }

  /** Drops the files of permanently deleted conversations; returns the ids of files in no other composer. */
  forgetDrafts(conversationIds: readonly string[]): readonly string[] {
    const { gone, left } = this.drafts.forgetDrafts(conversationIds)
    const used = new Set(left.flatMap(idsOf))
    return gone.flatMap(idsOf).filter((id) => !used.has(id))
  }
}

function idsOf({ mediaId, textId }: AttachedFile): readonly string[] {
  return [mediaId, textId]
}
