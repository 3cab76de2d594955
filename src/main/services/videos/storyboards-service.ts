import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { Storyboard, StoryboardSummary } from '../../../shared/storyboard.ts'
import { storyboardsMax, storyboardVideosMax } from '../../../shared/storyboard-limits.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { Storyboards } from '../../storage/storyboards.ts'
import type { VideoStore } from './video-store.ts'

export interface StoryboardsServiceParts extends Pick<Ports, 'clock' | 'events'> {
  readonly database: Database
  readonly storyboards: Storyboards
  readonly store: VideoStore
}

/** The user's storyboards and the order of their videos. */
export class StoryboardsService {
  private readonly parts: StoryboardsServiceParts

  constructor(parts: StoryboardsServiceParts) {
    this.parts = parts
  }

  listStoryboards(): readonly StoryboardSummary[] {
    return this.parts.storyboards.allStoryboards()
  }

  /** Returns a storyboard. Throws an AppFailure `not_found`. */
  getStoryboard(storyboardId: string): Storyboard {
    const { storyboards, store } = this.parts
    const name = storyboards.nameOf(storyboardId) ?? fail('not_found', 'no such storyboard')
    const entries = storyboards.shownEntries(storyboardId).flatMap(({ id, videoId }) => {
      const job = store.findJob(videoId)
      return job === null ? [] : [{ id, job: store.viewOf(job) }]
    })
    return { id: storyboardId, name, entries }
  }

  putStoryboard({ name, storyboardId }: CallInput<'storyboards.put'>): null {
    const { clock, storyboards } = this.parts
    if (storyboards.nameOf(storyboardId) === null && storyboards.allStoryboards().length >= storyboardsMax)
      fail('invalid_input', 'too many storyboards')
    storyboards.putStoryboard(storyboardId, name, clock.now())
    return this.emitChanged()
  }

  deleteStoryboard({ storyboardId }: CallInput<'storyboards.delete'>): null {
    this.parts.storyboards.removeStoryboard(storyboardId)
    return this.emitChanged()
  }

  addVideos({ beforeId, entries, storyboardId }: CallInput<'storyboards.add'>): null {
    const { database, storyboards, store } = this.parts
    this.checkKnown(storyboardId)
    const all = storyboards.allEntries(storyboardId)
    const known = new Set(all.map(({ id }) => id))
    const added = entries.filter(({ entryId }) => !known.has(entryId))
    if (all.length + added.length > storyboardVideosMax) fail('invalid_input', 'too many videos in one storyboard')
    if (added.some(({ videoId }) => (store.findJob(videoId)?.mediaId ?? null) === null))
      fail('not_found', 'there is no such video')
    const rows = added.map(({ entryId, videoId }) => ({ id: entryId, videoId }))
    database.transaction(() => storyboards.addEntries(storyboardId, rows, beforeId))
    return this.emitChanged()
  }

  moveEntry({ beforeId, entryId, storyboardId }: CallInput<'storyboards.move'>): null {
    const { database, storyboards } = this.parts
    this.checkKnown(storyboardId)
    database.transaction(() => storyboards.moveEntry(storyboardId, entryId, beforeId))
    return this.emitChanged()
  }

  removeEntries({ entryIds, storyboardId }: CallInput<'storyboards.remove'>): null {
    this.parts.storyboards.removeEntries(storyboardId, entryIds)
    return this.emitChanged()
  }

  private checkKnown(storyboardId: string): void {
    if (this.parts.storyboards.nameOf(storyboardId) === null) fail('not_found', 'no such storyboard')
  }

  private emitChanged(): null {
    this.parts.events.emit('storyboards.changed', {})
    return null
  }
}
