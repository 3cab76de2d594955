import { type VideoDraft, videoDraftSchema } from '../../../shared/video.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Database } from '../../storage/database.ts'
import { Preferences } from '../../storage/preferences.ts'
import { VideoDraftPictures } from '../../storage/video-draft-pictures.ts'
import { DraftKeeper } from '../app/draft-keeper.ts'

/** The unsent form, with its first picture. */
export class VideoDrafts {
  private readonly database: Database
  private readonly library: Pick<MediaLibrary, 'findMedia'>
  private readonly draft: DraftKeeper<VideoDraft>
  private readonly pictures: VideoDraftPictures

  constructor({
    database,
    library,
  }: { readonly database: Database; readonly library: Pick<MediaLibrary, 'findMedia'> }) {
    this.database = database
    this.library = library
    this.draft = new DraftKeeper(new Preferences(database), 'video-draft', videoDraftSchema)
    this.pictures = new VideoDraftPictures(database)
  }

  /** Returns the draft, without its picture if the library lost it; null before the first save. */
  get(): VideoDraft | null {
    const draft = this.draft.get()
    return draft && this.withPresentPicture(draft)
  }

  set(draft: VideoDraft): null {
    const kept = this.withPresentPicture(draft)
    this.database.transaction(() => {
      this.pictures.set(kept.firstPicture?.id ?? null)
      this.draft.set(kept)
    })
    return null
  }

  private withPresentPicture(draft: VideoDraft): VideoDraft {
    if (draft.firstPicture == null) return draft
    return { ...draft, firstPicture: this.library.findMedia(draft.firstPicture.id) }
  }
}
