import { itemsAtTop } from '../../components/lists/pages.ts'
import { preparePictures } from '../../components/pictures/pictures.ts'
import { afterStart } from '../../platform/app-store.ts'
import { call, on, onReconnect } from '../../platform/bridge/client.ts'
import { whenIdleAfterFirstRender } from '../../platform/first-render.ts'
import { onNoteClicked } from '../../platform/system-notes.ts'
import { forgetTold, showNoted, tellEnded } from './background/tell-ended.ts'
import { videoCollections } from './collection-actions.ts'
import { flushForm } from './form-draft.ts'
import { jobTable } from './job-table.ts'
import { listReader } from './list-actions.ts'
import { wantPoster } from './posters/poster-maker.ts'
import { posterShown } from './queue/Poster.tsx'
import { useVideos, videos } from './videos-store.ts'

// the number shown on the app's icon
let badge = 0

function showBadge(running: number): void {
  if (running === badge) return
  badge = running
  void call('app.badge', { count: running })
}

function listen(): void {
  on('videos.job', (job) => jobTable.applyJobEvent(job))
  on('videos.changed', ({ counts, running }) => {
    useVideos.setState({ counts })
    showBadge(running)
    listReader.markListChanged()
  })
  on('videos.collectionsChanged', () => {
    listReader.markListChanged()
    void videoCollections.loadCollections()
  })
  on('transfer.imported', () => {
    listReader.markListChanged()
    void videoCollections.loadCollections()
  })
  on('videos.ended', (job) => {
    wantPoster(job)
    // a video that ends while the page starts is reported as soon as the translations are loaded
    afterStart(() => tellEnded(job))
  })
  onNoteClicked('videos', showNoted)
  window.addEventListener('focus', forgetTold)
  onReconnect(() => {
    listReader.markListChanged()
    void videoCollections.loadCollections()
  })
  useVideos.subscribe(({ counts }, before) => {
    if (counts !== before.counts) showBadge(counts?.running ?? 0)
  })
  window.addEventListener('pagehide', flushForm)
}

/** Shows the stored form, unless the user has already typed. */
async function loadForm(): Promise<void> {
  const answer = await call('videos.draft', {})
  if (answer.ok && answer.value !== null && !videos().touched) useVideos.setState({ form: answer.value })
}

/** Loads the data of the panel and keeps them up to date. */
export async function startVideos(): Promise<void> {
  listen()
  await loadForm()
  // in idle time, so that the rail counts running jobs and the panel opens with its list
  whenIdleAfterFirstRender(() => void readBeginning())
}

async function readBeginning(): Promise<void> {
  await Promise.all([listReader.readTop(), videoCollections.loadCollections()])
  const newest = itemsAtTop(videos().pages, 24).map(({ id }) => jobTable.get(id)?.file?.poster ?? null)
  preparePictures(newest.filter((poster) => poster !== null).map(posterShown))
}
