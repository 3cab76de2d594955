import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { imageCalls } from '../../../shared/ipc/image-calls.ts'
import type { Feature } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import { ItemBin } from '../../jobs/item-bin.ts'
import { Catalogues } from '../../storage/catalogues.ts'
import { ImageDrafts } from '../../storage/image-drafts.ts'
import { ImageJobs } from '../../storage/image-jobs.ts'
import { ImageMasks } from '../../storage/image-masks.ts'
import { Images } from '../../storage/images.ts'
import { ItemCollections } from '../../storage/item-collections.ts'
import { Messages } from '../../storage/messages.ts'
import { Preferences } from '../../storage/preferences.ts'
import { ToolCalls } from '../../storage/tool-calls.ts'
import { CollectionsService } from '../media/collections-service.ts'
import { SingleQuestions, UsageRefusals } from '../questions/index.ts'
import { GalleryService } from './gallery-service.ts'
import { imageEditTool } from './image-edit-tool.ts'
import { ImageFollower } from './image-follower.ts'
import { type ImageServices, imageHandlers } from './image-handlers.ts'
import { ImageJobStore } from './image-job-store.ts'
import { ImageModelMemory } from './image-model-memory.ts'
import { ImageQueue } from './image-queue.ts'
import { ImageSaver } from './image-saver.ts'
import { imageTool } from './image-tool.ts'
import { PictureMaker } from './picture-maker.ts'
import { PromptHistory } from './prompt-history.ts'
import { PromptImprover } from './prompt-improver.ts'
import { SourceService } from './source-service.ts'

/** The image feature of main. */
export interface ImageStudio extends Feature, ImageServices {
  readonly handlers: HandlersOf<typeof imageCalls>
}

/** Composes the image services in order of dependency. */
export function createImageStudio(parts: FeatureParts): ImageStudio {
  const { database, events, settings } = parts
  const jobs = new ImageJobs(database)
  const images = new Images(database)
  const store = new ImageJobStore({ ...parts, jobs })
  const maker = new PictureMaker(parts)
  const saver = new ImageSaver({ ...parts, store, images, maker })
  const preferences = new Preferences(database)
  const memory = new ImageModelMemory(preferences)
  const prompts = new PromptHistory({ jobs, preferences })
  const improver = new PromptImprover({
    ...parts,
    // the spending is the only trace of such a request on the disk
    questions: new SingleQuestions({ ...parts, usageRefusals: new UsageRefusals(preferences), spendsFirst: true }),
    recordRead: (kept) => parts.keeper.recordRead(kept, null),
  })
  const queue = new ImageQueue({ ...parts, store, saver, memory, follower: new ImageFollower(parts) })
  const imageCollections = new ItemCollections(database, 'image')
  const onChange = () => events.emit('images.changed', { collections: true })
  const collections = new CollectionsService({ ...parts, collections: imageCollections, onChange })
  const gallery = new GalleryService({ ...parts, images, jobs, collections: imageCollections })
  const bin = new ItemBin({
    ...parts,
    rows: images,
    exists: (id) => images.findImage(id) !== null,
    purge: (before) => database.transaction(() => [...images.purgeImages(before), ...jobs.purgeJobs(before)]),
    onChange,
  })
  const sources = new SourceService({
    ...parts,
    masks: new ImageMasks(database),
    drafts: new ImageDrafts(database),
  })
  settings.onChange(() => queue.pump())
  const making = { queue, store, images, library: parts.library, catalogues: new Catalogues(database) }
  const messages = new Messages(database)
  const editing = imageEditTool({ ...making, sources, messages, calls: new ToolCalls(database) })
  const own = [imageTool(making), editing]
  parts.tools.registry.addToolSource({ tools: () => own })
  return {
    handlers: imageHandlers({ bin, collections, gallery, improver, memory, prompts, queue, sources }),
    queue,
    gallery,
    collections,
    bin,
    sources,
    memory,
    prompts,
    improver,
    interrupted: () => queue.runningImages,
    keptAnswers: { kind: 'image', readAgain: (id) => queue.rereadImageAnswer(id) },
    start() {
      bin.start()
      queue.start()
    },
    async close() {
      improver.close()
      await Promise.all([queue.close(), bin.close()])
    },
  }
}
