import { appError } from '../shared/errors.ts'
import { refused } from '../shared/ipc/result.ts'
import type { App, AppOptions } from './application.ts'
import { guardedClock, guardedEvents } from './faults.ts'
import type { FeatureParts } from './feature-parts.ts'
import { createHandlers } from './ipc/handlers.ts'
import { createRouter } from './ipc/router.ts'
import type { Platform, Ports } from './platform.ts'
import { closing } from './services/app/closing.ts'
import { createAppServices } from './services/app/index.ts'
import { NoticesService } from './services/app/notices-service.ts'
import { WorkUnderWay } from './services/app/work-under-way.ts'
import { createBackups } from './services/backup/index.ts'
import { startedWith, takeRestored, takeUndone } from './services/backup/restored-start.ts'
import { createChat } from './services/chat/index.ts'
import { createConnections } from './services/connections/index.ts'
import { withHistoryNews } from './services/history/history-news.ts'
import { HistoryReader } from './services/history/history-reader.ts'
import { createHistory } from './services/history/index.ts'
import { createImageStudio } from './services/images/index.ts'
import { createMedia } from './services/media/index.ts'
import { createRelocation, movedNotice } from './services/relocation/index.ts'
import { createTools } from './services/tools/index.ts'
import { createTranscriptionStudio } from './services/transcription/index.ts'
import { createTransfer } from './services/transfer/index.ts'
import { createVideoStudio } from './services/videos/index.ts'
import { databasePath, type OpenedStorage } from './storage/open.ts'

/**
 * Composes the application. If it does not start with restored data, it starts with the earlier data. Throws an
 * AppFailure (`storage_read_only`, `storage_full`) when the data folder cannot be used.
 */
export async function createApp(platform: Platform, options: AppOptions): Promise<App> {
  return await startedWith(platform, (opened, canClose) => composed(platform, options, opened, canClose))
}

/**
 * Composes the application on an open database. Passes `canClose` a function that ends everything, as soon as there is
 * anything to end.
 */
async function composed(
  platform: Platform,
  options: AppOptions,
  { database, notices: found, restored, undone }: OpenedStorage,
  canClose: (close: () => Promise<void>) => void,
): Promise<App> {
  const { log, paths, restart, store, whereabouts } = platform
  const dataFolder = paths.data
  const ending = new AbortController()
  const ports: Ports = {
    ...platform,
    clock: guardedClock(platform.clock, log),
    events: withHistoryNews(guardedEvents(platform.events, log)),
    random: Math.random,
    ending: ending.signal,
  }
  const base = { ...platform, ...ports, dataFolder, database }
  const notices = new NoticesService(
    [...found, ...movedNotice(whereabouts, dataFolder), ...takeRestored(restored, store), ...takeUndone(undone, store)],
    ports.events,
  )
  const { connections, models, ...gateways } = createConnections(base)
  const media = createMedia(base)
  const reader = new HistoryReader(databasePath(dataFolder), log)
  const shared = createAppServices({ ...base, ...media, eraseTraces: () => reader.eraseTraces() })
  const { settings, keeper } = shared
  const tools = createTools({ ...base, ...media })
  const parts: FeatureParts = { ...base, ...media, ...shared, connections, tools }
  const chat = createChat(parts)
  const images = createImageStudio(parts)
  const transcription = createTranscriptionStudio(parts)
  const videos = createVideoStudio(parts)
  const history = createHistory({ ...parts, reader, chat, images, transcription, videos })
  const transfer = createTransfer({ ...base, ...parts, reader })
  const work = new WorkUnderWay({
    interrupted: [
      () => chat.answers.running,
      () => images.queue.running,
      () => transcription.queue.running,
      () => transcription.recordings.running,
    ],
    transfer: () => transfer.state().work !== null,
    backup: () => backups.service.runner.work !== null,
    goingOn: () => videos.queue.running,
  })
  const close = (): Promise<void> => end.close()
  const busy = (): boolean => work.busy
  const backups = createBackups({ ...base, ...parts, restart, busy, close })
  const { runner } = backups.service
  const mover = createRelocation({ ...base, runner, remover: media.remover, restart, busy, close })
  let sweeping = Promise.resolve()
  const end = closing([
    // in parallel, so that the wait for the last answers starts when closing starts
    () => [
      ending.abort(),
      ...[chat, images, transcription, videos, reader, backups.service, transfer].map((one) => one.close()),
      sweeping,
    ],
    // a running backup delays the removal of files
    () => [media.remover.settled()],
    () => [media.imports.close(), gateways.close()],
    () => [database.close(), log('info', 'closed')],
  ])
  canClose(close)

  await gateways.start({ asDefault: options.demo })
  for (const feature of [chat, images, transcription, videos, reader]) feature.start()
  void backups.service.start()
  // first remove the rest of an import that was killed
  sweeping = transfer.start().then(() => media.sweep((name) => videos.wantsPart(name)))
  log('info', 'started', { shell: platform.shell, version: platform.version })
  const route = createRouter(
    createHandlers({
      ...{ platform, settings, connections, models, keeper, notices, ending: ending.signal },
      ...{ chat, tools, images, transcription, videos, history, backups, mover, transfer },
      ...media,
    }),
    log,
  )
  return {
    call: async (name, input) => (end.begun ? refused(appError('app_closed')) : route(name, input)),
    importFile: (file) => media.imports.register(file),
    findMedia(id) {
      const item = end.begun ? null : media.library.find(id)
      return item ? { ...media.library.placeOf(item), mime: item.mime, bytes: item.bytes } : null
    },
    leaving: () => (end.begun ? { interrupted: 0, cancelled: 0, goingOn: 0 } : work.leaving()),
    settings,
    flush: () => {
      if (!end.begun) chat.answers.flush()
    },
    reportFault: () => {
      if (!end.begun) notices.add({ code: 'unexpected_fault' })
    },
    close,
  }
}
