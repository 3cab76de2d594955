import type { Database } from './database.ts'
import { integer, media, table } from './table.ts'

export const videoDraftPictureTable = table('video_draft_picture', {
  /** Always 1, because there is only one draft. */
  only: integer,
  mediaId: media('videos'),
})

/** The first picture of the unsent draft of a video, so that its file is kept. */
export class VideoDraftPictures {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Sets the picture, which must be in the library; null removes it. */
  set(mediaId: string | null): void {
    if (mediaId === null) this.database.prepare('DELETE FROM video_draft_picture').run()
    else videoDraftPictureTable.upsert(this.database, { only: 1, mediaId }, ['only'])
  }
}
