import { itemsAtTop } from '../../components/lists/pages.ts'
import { preparePictures } from '../../components/pictures/pictures.ts'
import { appState } from '../../platform/app-store.ts'
import { call, on, onReconnect } from '../../platform/bridge/client.ts'
import { whenIdleAfterFirstRender } from '../../platform/first-render.ts'
import { imageCollections } from './collection-actions.ts'
import { flushForm } from './form-draft.ts'
import { galleryReader } from './gallery-actions.ts'
import { jobTold, loadJobs } from './job-actions.ts'
import { findLastMask } from './source-actions.ts'
import { dispatchForm, dispatchJobs, studio } from './studio-store.ts'
import { longestSide, pictureOf } from './tile-shape.ts'

function listen(): void {
  on('images.job', jobTold)
  // Dismissed or resent in another window; this window must not send it again.
  on('images.jobRemoved', ({ jobId }) => dispatchJobs({ type: 'dismissed', jobId }))
  on('images.changed', ({ collections }) => {
    galleryReader.markListChanged()
    if (collections) void imageCollections.loadCollections()
  })
  on('transfer.imported', () => {
    void imageCollections.loadCollections()
    galleryReader.markListChanged()
  })
  onReconnect(() => {
    void loadJobs()
    void imageCollections.loadCollections()
    galleryReader.markListChanged()
  })
  window.addEventListener('pagehide', flushForm)
}

/** Shows the stored form, unless the user has already typed. */
async function loadForm(): Promise<void> {
  const answer = await call('images.draft', {})
  if (!answer.ok || answer.value === null || studio().touched) return
  dispatchForm({ type: 'replaced', form: answer.value })
  await findLastMask()
}

/** Loads the studio's data before it is shown (its rail button counts running jobs), and keeps them current. */
export async function startImages(): Promise<void> {
  listen()
  await Promise.all([loadForm(), loadJobs(), imageCollections.loadCollections()])
  // loads the newest images in idle time, so that the panel opens with them
  whenIdleAfterFirstRender(() => void readBeginning())
}

async function readBeginning(): Promise<void> {
  await galleryReader.readTop()
  const { pages, ratios } = studio()
  const { imageTileSize } = appState().settings
  preparePictures(
    itemsAtTop(pages, 24).map((image, index) => ({
      ...pictureOf(image),
      side: longestSide(imageTileSize, ratios[index] ?? 1),
    })),
  )
}
