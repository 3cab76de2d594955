import { appError } from '../shared/errors.ts'
import { refused } from '../shared/ipc/result.ts'
import type { App, AppOptions } from './application.ts'
import { guardedClock, guardedEvents } from './faults.ts'
import type { Feature } from './feature.ts'
import type { FeatureParts } from './feature-parts.ts'
import { filteredLog } from './gateway/filtered-log.ts'
import { KeyFilter } from './gateway/key-filter.ts'
import { NetworkGate } from './gateway/proxy/network-gate.ts'
import { handlersOf } from './ipc/handlers.ts'
import { createRouter } from './ipc/router.ts'
import type { Platform, Ports } from './platform.ts'
import { KnownSecrets } from './security/secrets/known-secrets.ts'
import { wholeSecret } from './security/secrets/secret-strength.ts'
import { AgedTime } from './services/app/aged-time.ts'
import { appHandlers } from './services/app/app-handlers.ts'
import { closing } from './services/app/closing.ts'
import { createAppServices } from './services/app/index.ts'
import { NoticesService } from './services/app/notices-service.ts'
import { isUneventful, WorkUnderWay } from './services/app/work-under-way.ts'
import { createArrivals } from './services/arrivals/index.ts'
import { createBackups } from './services/backup/index.ts'
import { startedWith, takeRestored, takeUndone } from './services/backup/restored-start.ts'
import { createChat } from './services/chat/index.ts'
import { createTemporaryChats } from './services/chat/temporary-chats.ts'
import { createConnections } from './services/connections/index.ts'
import { createEmbeddings } from './services/embeddings/index.ts'
import { withHistoryNews } from './services/history/history-news.ts'
import { HistoryReader } from './services/history/history-reader.ts'
import { createHistory } from './services/history/index.ts'
import { createImageStudio } from './services/images/index.ts'
import { createKnowledge } from './services/knowledge/index.ts'
import { createMcp } from './services/mcp/index.ts'
import { createMedia } from './services/media/index.ts'
import { createMemories } from './services/memories/index.ts'
import { createNetwork } from './services/network/index.ts'
import { createPrompts } from './services/prompts/index.ts'
import { createRecipes, JobNews } from './services/recipes/index.ts'
import { createRelocation, movedNotice } from './services/relocation/index.ts'
import { createRequests } from './services/requests/index.ts'
import { createSpending } from './services/spending/index.ts'
import { createTools } from './services/tools/index.ts'
import { createTranscriptionStudio } from './services/transcription/index.ts'
import { createTransfer } from './services/transfer/index.ts'
import { createUpdates } from './services/updates/index.ts'
import { createVideoStudio } from './services/videos/index.ts'
import { createWebSearch } from './services/web-search/index.ts'
import { databasePath, type OpenedStorage } from './storage/open.ts'

/**
 * Composes the application. If it fails to start with restored data, starts it with the earlier data. Throws an
 * AppFailure (`storage_read_only`, `storage_full`) when the data folder cannot be used.
 */
export async function createApp(platform: Platform, options: AppOptions): Promise<App> {
  return await startedWith(platform, (opened, canClose) => composed(platform, options, opened, canClose))
}

/**
 * Composes the application on an open database. Passes a function that closes everything to `canClose`, as soon as
 * there is anything to close.
 */
async function composed(
  platform: Platform,
  options: AppOptions,
  { database, notices: found, restored, undone }: OpenedStorage,
  canClose: (close: () => Promise<void>) => void,
): Promise<App> {
  const { paths, restart, store, whereabouts } = platform
  const known = new KnownSecrets()
  const log = filteredLog(platform.log, new KeyFilter('', known))
  const dataFolder = paths.data
  const ending = new AbortController()
  const gate = new NetworkGate()
  const news = new JobNews(withHistoryNews(guardedEvents(platform.events, log)))
  const ports: Ports = {
    ...platform,
    log,
    fetch: gate.over(platform.fetch),
    linkFetch: gate.over(platform.linkFetch),
    clock: guardedClock(platform.clock, log),
    events: news,
    random: Math.random,
    ending: ending.signal,
  }
  const aged = new AgedTime({ ...ports, store })
  const agedNow = (): number => aged.now()
  const secrets = known.over(platform.secrets, wholeSecret)
  const base = { ...platform, ...ports, dataFolder, database, agedNow, known, secrets }
  const notices = new NoticesService(
    [...found, ...movedNotice(whereabouts, dataFolder), ...takeRestored(restored, store), ...takeUndone(undone, store)],
    ports.events,
  )
  const gateways = createConnections({ ...base, settings: () => settings.get() })
  const { connections } = gateways
  const media = createMedia({ ...base, trusts: (origin) => connections.origins().includes(origin) })
  const network = createNetwork({ ...base, connections, gate, notices })
  const arriving = createArrivals({ ...base, register: (file) => media.imports.register(file) })
  const reader = new HistoryReader(databasePath(dataFolder), log)
  const inspector = createRequests(base)
  const requests = inspector.log
  const shared = createAppServices({
    ...base,
    ...media,
    eraseTraces: () => {
      requests.clear()
      reader.eraseTraces()
    },
  })
  const { settings, keeper } = shared
  const tools = createTools({ ...base, ...media })
  const money = createSpending({
    ...base,
    ...media,
    ...shared,
    connections,
    embeddingPrice: () => embeddings.service.price,
    searchPrice: (service) => web.priceOf(service),
  })
  const spending = money.service
  const embeddings = createEmbeddings({ ...base, ...shared, connections, spent: (request) => spending.record(request) })
  const knowledge = createKnowledge({ ...base, ...media, ...shared, embeddings })
  const prompts = createPrompts({ ...base, ...media })
  const memories = createMemories({ ...base, ...shared, connections, requests, spending })
  const parts: FeatureParts = {
    ...base,
    restIndex: () => reader.pauseIndexing(),
    ...media,
    ...shared,
    connections,
    requests,
    spending,
    embeddings,
    tools,
    knowledge,
    facts: gateways.facts,
    memories: memories.service,
  }
  const web = createWebSearch({ ...platform, ...parts, secrets, known })
  const chat = createChat(parts)
  const temporary = createTemporaryChats({ ...parts, kept: chat })
  const images = createImageStudio(parts)
  const features = {
    chat,
    temporary,
    images,
    transcription: createTranscriptionStudio({ ...parts, folders: platform.folders }),
    videos: createVideoStudio({ ...parts, prepareSource: (input) => images.sources.prepareSource(input) }),
    web,
    mcp: createMcp({ ...platform, ...parts, secrets: platform.secrets, known }),
  }
  const recipes = createRecipes({ ...parts, ...features, news })
  const history = createHistory({ ...parts, ...features, reader })
  const transfer = createTransfer({ ...base, ...parts, reader })
  const working: readonly Feature[] = [...Object.values(features), recipes, history, embeddings, knowledge, memories]
  const work = new WorkUnderWay({
    interrupted: working.map((feature) => () => feature.interrupted?.() ?? 0),
    transfer: () => transfer.service.transferState().work !== null,
    backup: () => backups.service.runner.work !== null,
    joining: () => features.videos.films.isJoining,
    goingOn: () => working.reduce((sum, feature) => sum + (feature.goingOn?.() ?? 0), 0),
    unkept: () => temporary.unkept(),
  })
  const close = (): Promise<void> => end.close()
  const busy = (): boolean => work.busy
  const backups = createBackups({
    ...base,
    ...parts,
    restart,
    busy,
    close,
    notify: (notice) => notices.addNotice(notice),
  })
  const { runner } = backups.service
  const relocation = createRelocation({ ...base, runner, remover: media.remover, restart, busy, close })
  const updates = createUpdates({
    ...base,
    settings,
    mayAsk: () => gate.passed(),
    mayRestart: () => isUneventful(work.leaving()),
  })
  let sweeping = Promise.resolve()
  const end = closing([
    // in parallel, so that the wait for the last answers starts when closing starts
    () => [ending.abort(), ...[...working, backups, transfer, updates].map((feature) => feature.close?.()), sweeping],
    // a running backup delays the removal of files
    () => [media.remover.settled()],
    () => [media.imports.close(), gateways.close(), inspector.settled()],
    () => [aged.close(), database.close(), log('info', 'closed')],
  ])
  canClose(close)

  aged.start()
  network.begin()
  await gateways.start({ asDefault: options.demo })
  for (const feature of [inspector, ...working, backups, updates]) feature.start?.()
  // first removes the leftovers of a killed import
  sweeping = transfer.service
    .start()
    .then(() => media.sweep((name) => working.some((feature) => feature.wantsPart?.(name))))
  log('info', 'started', { shell: platform.shell, version: platform.version })
  const route = createRouter(
    handlersOf([
      ...Object.values(features),
      ...[
        recipes,
        tools,
        inspector,
        money,
        prompts,
        memories,
        embeddings,
        knowledge,
        history,
        transfer,
        backups,
        relocation,
        gateways,
        arriving,
        network,
        updates,
        media,
      ],
      { handlers: appHandlers({ platform, settings, notices, keeper, features: working }) },
    ]),
    log,
    temporary.instead,
  )
  return {
    call: async (name, input) => (end.begun ? refused(appError('app_closed')) : route(name, input)),
    arrivals: arriving.arrivals,
    importFile: (file) => media.imports.register(file),
    findMedia(id) {
      const item = end.begun ? null : media.library.findMedia(id)
      return item ? { ...media.library.placeOf(item), mime: item.mime, bytes: item.bytes } : null
    },
    leaving: () => (end.begun ? { interrupted: 0, cancelled: 0, goingOn: 0, unkept: 0 } : work.leaving()),
    stayed: () => updates.stayed(),
    recentChats: () => (end.begun ? [] : chat.recent()),
    settings,
    flush: () => {
      if (end.begun) return
      for (const feature of working) feature.flush?.()
    },
    reportFault: () => {
      if (!end.begun) notices.addNotice({ code: 'unexpected_fault' })
    },
    close,
  }
}
