import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { appError } from '../shared/errors.ts'
import { type Result, refused } from '../shared/ipc/result.ts'
import { languageFor } from '../shared/language.ts'
import type { Notice } from '../shared/notice.ts'
import { guardedClock, guardedEvents } from './faults.ts'
import { AnswerReader } from './gateway/answer-reader.ts'
import { createHandlers } from './ipc/handlers.ts'
import { createRouter } from './ipc/router.ts'
import { Imports } from './media/imports.ts'
import { MediaLibrary } from './media/library.ts'
import type { Platform } from './platform.ts'
import { AnswerKeeper } from './services/app/answer-keeper.ts'
import { Erasure } from './services/app/erasure.ts'
import { NoticesService } from './services/app/notices-service.ts'
import { SettingsService } from './services/app/settings-service.ts'
import { BackupService } from './services/backup/backup-service.ts'
import { BackupShelf } from './services/backup/backup-shelf.ts'
import { PassphraseKeeper } from './services/backup/passphrase-keeper.ts'
import { takeRestored, takeUndone } from './services/backup/restored-start.ts'
import { Bin } from './services/bin.ts'
import { CarryService } from './services/carry/carry-service.ts'
import { AnswerRunner } from './services/chat/answer-runner.ts'
import { ChatReader } from './services/chat/chat-reader.ts'
import { ChatService } from './services/chat/chat-service.ts'
import { ChatDraftPictures } from './services/chat/draft-pictures.ts'
import { ConnectionsService, environmentConnection } from './services/connections/connections-service.ts'
import { DemoService } from './services/connections/demo-service.ts'
import { ModelsService } from './services/connections/models-service.ts'
import { withHistoryNews } from './services/history/history-news.ts'
import { HistoryReader } from './services/history/history-reader.ts'
import { HistoryService } from './services/history/history-service.ts'
import { createImageStudio } from './services/images/image-studio.ts'
import { MediaExport } from './services/media/media-export.ts'
import { MediaRemover } from './services/media/media-remover.ts'
import { sweepMedia } from './services/media/media-sweep.ts'
import { DataMover } from './services/relocation/data-mover.ts'
import { writeMoveNote } from './services/relocation/move-note.ts'
import { createTranscriptionStudio } from './services/transcription/transcription-studio.ts'
import { createVideoStudio } from './services/videos/video-studio.ts'
import { Catalogues } from './storage/catalogues.ts'
import { Connections } from './storage/connections.ts'
import { Conversations } from './storage/conversations.ts'
import { Drafts } from './storage/drafts.ts'
import { HistoryItems } from './storage/history-items.ts'
import { Journal } from './storage/journal.ts'
import { KeptAnswers } from './storage/kept-answers.ts'
import { MediaItems } from './storage/media-items.ts'
import { MediaReferences } from './storage/media-references.ts'
import { Messages } from './storage/messages.ts'
import { backupFolder, databasePath, type OpenedStorage, openStorage, prepareRestore } from './storage/open.ts'
import { noteRestore } from './storage/pending-restore.ts'
import { Preferences } from './storage/preferences.ts'

/** A file that a person handed to the app; a path is a capability, so pages only ever hold a token for it. */
export interface ImportedFile {
  readonly path: string
  readonly name: string
  /** Whether the file is ours (uploaded bytes) and is removed when its token is used or expires. */
  readonly temporary: boolean
}

/** A file of the library, as a shell serves it. */
export interface StoredMedia {
  readonly path: string
  /** From the library's allow-list of types, never from the outside. */
  readonly mime: string
  readonly bytes: number
  /** Only of a file that is referred to: it is served while it is of this length and was changed last then (ms). */
  readonly modifiedAt?: number
}

/** The whole application, without a window. */
export interface App {
  /** Runs one call of a page: parses, runs, answers. Never rejects. */
  call(name: unknown, input: unknown): Promise<Result<unknown>>
  /** Registers a file and returns the token that stands for it for ten minutes. */
  importFile(file: ImportedFile): string
  /** Looks a media id up; null where there is none (or the id is not one). */
  findMedia(id: string): StoredMedia | null
  /**
   * How much is on its way: what the end of the app would interrupt (answers, requests for images, recordings that are
   * copied or out), and what goes on at the gateway and is picked up at the next start (videos).
   */
  leaving(): { readonly interrupted: number; readonly goingOn: number }
  /** The settings. The shell follows its language, theme and spelling. */
  readonly settings: Pick<SettingsService, 'get' | 'onChange'>
  /** Writes at once what is held for a moment (streamed text); synchronous, for a process that is about to be ended. */
  flush(): void
  /** Tells the person that an exception was not caught, and that Atelier went on. */
  reportFault(): void
  /** Stops every stream (what has come is kept), flushes and closes the database. Can be called twice. */
  close(): Promise<void>
}

export interface AppOptions {
  /** Connect the built-in demo gateway at start (`--demo`). */
  readonly demo: boolean
}

function movedNotice({ paths, whereabouts: { outcome } }: Platform): readonly Notice[] {
  if (outcome === null) return []
  return [outcome.moved ? { code: 'data_moved', folder: paths.data } : { code: 'move_failed', error: outcome.error }]
}

/**
 * Composes the application. Where it does not start with what a restore brought, it starts with what was before. Throws
 * an AppFailure (`storage_read_only`, `storage_full`) where the data folder cannot be used.
 */
export async function createApp(platform: Platform, options: AppOptions): Promise<App> {
  const { clock, log, paths } = platform
  const opened = openStorage(paths.data, clock.now())
  const { restored } = opened
  if (restored === null) return await composed(platform, options, opened, () => undefined)
  let close = async (): Promise<void> => opened.database.close()
  try {
    const app = await composed(platform, options, opened, (all) => {
      close = all
    })
    restored.settle()
    return app
  } catch (cause) {
    log('error', 'no start with a restored backup', { cause: cause instanceof Error ? cause.name : 'unknown' })
    await close().catch(() => undefined)
    const undone = restored.undo(clock.now())
    return await composed(platform, options, { ...openStorage(paths.data, clock.now()), undone }, () => undefined)
  }
}

/** Composes the application on an open database. `canClose` is given what ends all of it, as soon as there is such a thing. */
async function composed(
  platform: Platform,
  options: AppOptions,
  { database, notices, restored, undone }: OpenedStorage,
  canClose: (close: () => Promise<void>) => void,
): Promise<App> {
  const { fetch, linkFetch, log, store } = platform
  const clock = guardedClock(platform.clock, log)
  const events = withHistoryNews(guardedEvents(platform.events, log))
  const ending = new AbortController()
  const demo = new DemoService(join(platform.paths.resources, 'demo-gateway'))
  const settings = new SettingsService(store, events, log)
  const noticesService = new NoticesService(
    [...notices, ...movedNotice(platform), ...takeRestored(restored, store), ...takeUndone(undone, store)],
    events,
  )
  const catalogues = new Catalogues(database)
  const connections = new ConnectionsService({
    connections: new Connections(database),
    catalogues,
    preferences: new Preferences(database),
    secrets: platform.secrets,
    events,
    clock,
    fetch,
    ending: ending.signal,
    environment: environmentConnection(platform.environment, log),
    startDemo: () => demo.start(),
  })
  const models = new ModelsService({
    catalogues,
    connections,
    events,
    clock,
    fetch,
    random: Math.random,
    ending: ending.signal,
  })
  const library = new MediaLibrary(platform.paths.data, new MediaItems(database), () => clock.now())
  const imports = new Imports(clock)
  const conversations = new Conversations(database)
  const messages = new Messages(database)
  const drafts = new Drafts(database)
  const references = new MediaReferences(database)
  const remover = new MediaRemover({ library, references, log })
  const answerReader = new AnswerReader()
  const historyReader = new HistoryReader(databasePath(platform.paths.data), log)
  const keptAnswers = new KeptAnswers(database)
  const erasure = new Erasure({ database, answers: keptAnswers, eraseTraces: () => historyReader.eraseTraces() })
  const keeper = new AnswerKeeper({
    answerReader,
    database,
    answers: keptAnswers,
    library,
    remover,
    events,
    clock,
    log,
  })
  const answers = new AnswerRunner({
    database,
    conversations,
    messages,
    keeper,
    journal: new Journal(database),
    library,
    connections,
    settings,
    events,
    clock,
    fetch,
    random: Math.random,
    log,
  })
  const draftPictures = new ChatDraftPictures(new Preferences(database), library)
  const reader = new ChatReader({ conversations, messages, drafts, answers, keeper })
  const chatBin = new Bin({
    oldest: () => conversations.oldestDeletion(),
    purge: (before) => [...draftPictures.forget(conversations.deletedIds(before)), ...conversations.purge(before)],
    remover,
    erasure,
    clock,
    log,
  })
  const chat = new ChatService({
    database,
    conversations,
    messages,
    drafts,
    library,
    connections,
    answers,
    reader,
    events,
    clock,
    bin: chatBin,
    newId: randomUUID,
  })
  const studio = createImageStudio({
    answerReader,
    database,
    keeper,
    library,
    imports,
    remover,
    erasure,
    connections,
    settings,
    events,
    clock,
    fetch,
    linkFetch,
    random: Math.random,
    log,
  })
  const mediaExport = new MediaExport(library, platform.exports)
  const transcription = createTranscriptionStudio({
    answerReader,
    dataFolder: platform.paths.data,
    database,
    keeper,
    library,
    imports,
    remover,
    erasure,
    mediaExport,
    connections,
    settings,
    events,
    clock,
    fetch,
    random: Math.random,
    log,
    ending: ending.signal,
  })
  const videos = createVideoStudio({
    database,
    keeper,
    dataFolder: platform.paths.data,
    library,
    imports,
    remover,
    erasure,
    connections,
    settings,
    events,
    clock,
    fetch,
    linkFetch,
    random: Math.random,
    log,
    onWake: platform.onWake,
  })
  const history = new HistoryService({
    database,
    items: new HistoryItems(database),
    reader: historyReader,
    chat,
    chatBin,
    studio,
    transcription,
    videos,
    events,
    clock,
  })
  settings.onChange(() => studio.queue.pump())
  settings.onChange(() => transcription.queue.pump())
  settings.onChange(() => videos.queue.turn())
  const running = (): number => answers.running + studio.queue.running + transcription.queue.running
  const backups = new BackupService({
    dataFolder: platform.paths.data,
    version: platform.version,
    shelf: new BackupShelf(backupFolder(platform.paths.data)),
    passphrase: new PassphraseKeeper(platform.secrets, store),
    settings,
    remover,
    imports,
    exports: platform.exports,
    events,
    clock,
    log,
    busy: () => running() > 0 || carry.state().work !== null,
    putInPlace: async (brought) => {
      await close()
      noteRestore(platform.paths.data, { ...brought, before: JSON.stringify(settings.get()) }, clock.now())
      platform.restart()
    },
  })
  const carry = new CarryService({
    dataFolder: platform.paths.data,
    version: platform.version,
    database,
    library,
    remover,
    imports,
    exports: platform.exports,
    events,
    clock,
    log,
    restIndex: () => historyReader.rest(),
    language: () => languageFor(settings.get().language, platform.locale),
  })
  const mover = new DataMover({
    dataFolder: platform.paths.data,
    home: platform.whereabouts.home,
    folders: platform.folders,
    runner: backups.runner,
    remover,
    clock,
    busy: () => running() + transcription.recordings.running > 0 || carry.state().work !== null,
    changeOver: async (home, note) => {
      await close()
      try {
        writeMoveNote(home, { ...note, phase: 'decided' })
      } finally {
        // undecided, it is taken back
        platform.restart()
      }
    },
  })
  let sweeping = Promise.resolve()

  let closing: Promise<void> | null = null
  const close = (): Promise<void> => {
    closing ??= (async () => {
      ending.abort()
      await Promise.all([
        answers.close(),
        chatBin.close(),
        studio.close(),
        transcription.close(),
        videos.close(),
        historyReader.close(),
        backups.close(),
        carry.close(),
        sweeping,
      ])
      // a backup that was being made has kept files from going
      await remover.settled()
      await Promise.all([imports.close(), demo.close()])
      database.close()
      log('info', 'closed')
    })()
    return closing
  }
  canClose(close)

  const restoreBackup = async (name: string): Promise<boolean> => {
    const restore = prepareRestore(platform.paths.data, name, clock.now())
    if (!restore) return false
    await close()
    restore.commit(clock.now())
    platform.restart()
    return true
  }

  if (options.demo || connections.demoWanted) await connections.tryDemo()
  if (options.demo) await connections.setDefault('demo')
  chatBin.start()
  studio.start()
  transcription.start()
  videos.start()
  historyReader.start()
  void backups.start()
  // what is left of an import that was killed goes first
  sweeping = carry.start().then(() => {
    const isWanted = (name: string): boolean => videos.wantsPart(name)
    const dataFolder = platform.paths.data
    return sweepMedia({ dataFolder, references, remover, isWanted, clock, log, ending: ending.signal })
  })
  log('info', 'started', { shell: platform.shell, version: platform.version })
  const { outcome } = platform.whereabouts
  if (outcome?.moved === true) log('info', 'data moved')
  if (outcome?.moved === false)
    log('warn', 'data not moved', { code: outcome.error.code, detail: outcome.error.detail })
  const route = createRouter(
    createHandlers({
      platform,
      settings,
      connections,
      models,
      chat,
      reader,
      draftPictures,
      keeper,
      library,
      imports,
      studio,
      transcription,
      videos,
      history,
      backups,
      mover,
      carry,
      mediaExport,
      notices: noticesService,
      restoreBackup,
      ending: ending.signal,
    }),
    log,
  )
  return {
    call: async (name, input) => (closing ? refused(appError('app_closed')) : route(name, input)),
    importFile: (file) => imports.register(file),
    findMedia(id) {
      const item = closing ? null : library.find(id)
      return item ? { ...library.placeOf(item), mime: item.mime, bytes: item.bytes } : null
    },
    leaving: () =>
      closing
        ? { interrupted: 0, goingOn: 0 }
        : {
            interrupted: running(),
            goingOn: videos.queue.running,
          },
    settings,
    flush: () => {
      if (!closing) answers.flush()
    },
    reportFault: () => {
      if (!closing) noticesService.add({ code: 'unexpected_fault' })
    },
    close,
  }
}
