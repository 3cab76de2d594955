import { afterEach, beforeEach, expect, test } from 'vitest'
import { Storyboards } from '../../../src/main/storage/storyboards.ts'
import { VideoJobs } from '../../../src/main/storage/video-jobs.ts'
import { storyboardVideosMax } from '../../../src/shared/storyboard-limits.ts'
import { temporaryDatabase } from '../../fakes/storage.ts'
import { storedVideo } from '../../fakes/videos.ts'

let run: ReturnType<typeof temporaryDatabase>
let storyboards: Storyboards
let videos: VideoJobs
beforeEach(() => {
  run = temporaryDatabase()
  storyboards = new Storyboards(run.database)
  videos = new VideoJobs(run.database)
  for (const id of ['v1', 'v2', 'v3']) videos.insertJob(storedVideo(id, { status: 'done', endedAt: 5 }))
  storyboards.putStoryboard('s', 'A film', 1)
  storyboards.addEntries('s', ['1', '2', '3'].map(entry), null)
})
afterEach(() => run.dispose())

const entry = (number: string) => ({ id: `e${number}`, videoId: `v${number}` })
const shown = () => storyboards.shownEntries('s').map(({ id }) => id)

test('entries keep the order in which they were added and moved', () => {
  expect(shown()).toEqual(['e1', 'e2', 'e3'])
  storyboards.moveEntry('s', 'e3', 'e1')
  expect(shown()).toEqual(['e3', 'e1', 'e2'])
  storyboards.moveEntry('s', 'e3', null)
  storyboards.moveEntry('s', 'unknown', 'e1')
  expect(shown()).toEqual(['e1', 'e2', 'e3'])
})

test('a removed entry returns to its place, and adding it twice adds it once', () => {
  storyboards.removeEntries('s', ['e2'])
  expect(shown()).toEqual(['e1', 'e3'])
  storyboards.addEntries('s', [entry('2')], 'e3')
  storyboards.addEntries('s', [entry('2')], null)
  expect(shown()).toEqual(['e1', 'e2', 'e3'])
})

test('a video can have several places', () => {
  storyboards.addEntries('s', [{ id: 'again', videoId: 'v1' }], 'e2')
  expect(storyboards.shownEntries('s').map(({ videoId }) => videoId)).toEqual(['v1', 'v1', 'v2', 'v3'])
})

test('the entry of a video in the bin is hidden, keeps its place, and returns with the video', () => {
  videos.delete(['v2'], 10)
  expect(shown()).toEqual(['e1', 'e3'])
  expect(storyboards.allStoryboards()).toEqual([{ id: 's', name: 'A film', count: 2 }])
  storyboards.moveEntry('s', 'e3', 'e1')
  videos.restore(['v2'])
  expect(shown()).toEqual(['e3', 'e1', 'e2'])
})

test('the entries of a video go with it for good', () => {
  videos.delete(['v2'], 10)
  videos.purgeJobs(10)
  expect(storyboards.allEntries('s').map(({ id }) => id)).toEqual(['e1', 'e3'])
})

test('a removed storyboard leaves its videos', () => {
  storyboards.removeStoryboard('s')
  expect(storyboards.allStoryboards()).toEqual([])
  expect(storyboards.allEntries('s')).toEqual([])
  expect(videos.findJob('v1')).not.toBeNull()
})

test('a renamed storyboard keeps its place and its entries', () => {
  storyboards.putStoryboard('other', 'Another', 2)
  storyboards.putStoryboard('s', 'Renamed', 3)
  expect(storyboards.allStoryboards().map(({ name }) => name)).toEqual(['Renamed', 'Another'])
  expect(shown()).toHaveLength(3)
})

test('an import fills a storyboard no further than its limit', () => {
  const entries = Array.from({ length: storyboardVideosMax + 5 }, (_, position) => ({
    id: `imported ${position}`,
    videoId: 'v1',
    position,
  }))
  storyboards.putImported({ id: 's', name: 'ignored', createdAt: 9 }, entries)
  expect(storyboards.allEntries('s')).toHaveLength(storyboardVideosMax)
  expect(storyboards.nameOf('s')).toBe('A film')
})
