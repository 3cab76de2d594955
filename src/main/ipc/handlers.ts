import { AppFailure, assertNever, fail } from '../../shared/errors.ts'
import { pictureBytesMax } from '../../shared/media.ts'
import { fetchRemotePicture } from '../gateway/remote-picture.ts'
import { readImportedFile } from '../media/imported-file.ts'
import type { Imports } from '../media/imports.ts'
import type { MediaLibrary } from '../media/library.ts'
import { readPicture } from '../media/picture.ts'
import type { Platform } from '../platform.ts'
import { externalUrl } from '../security/external-url.ts'
import type { AnswerKeeper } from '../services/app/answer-keeper.ts'
import type { NoticesService } from '../services/app/notices-service.ts'
import type { SettingsService } from '../services/app/settings-service.ts'
import type { Backups } from '../services/backup/index.ts'
import type { Chat } from '../services/chat/index.ts'
import type { ConnectionsService } from '../services/connections/connections-service.ts'
import type { ModelsService } from '../services/connections/models-service.ts'
import type { HistoryService } from '../services/history/history-service.ts'
import type { ImageStudio } from '../services/images/index.ts'
import type { MediaExport } from '../services/media/media-export.ts'
import type { DataMover } from '../services/relocation/data-mover.ts'
import type { Tools } from '../services/tools/index.ts'
import type { TranscriptionStudio } from '../services/transcription/index.ts'
import type { TransferService } from '../services/transfer/transfer-service.ts'
import type { VideoStudio } from '../services/videos/index.ts'
import { imageHandlers } from './image-handlers.ts'
import type { Handlers } from './router.ts'
import { transcriptionHandlers } from './transcription-handlers.ts'
import { videoHandlers } from './video-handlers.ts'

export interface HandlerParts {
  readonly platform: Platform
  readonly settings: SettingsService
  readonly connections: ConnectionsService
  readonly models: ModelsService
  readonly chat: Chat
  readonly tools: Tools
  readonly keeper: AnswerKeeper
  readonly library: MediaLibrary
  readonly imports: Imports
  readonly mediaExport: MediaExport
  readonly images: ImageStudio
  readonly transcription: TranscriptionStudio
  readonly videos: VideoStudio
  readonly history: HistoryService
  readonly backups: Backups
  readonly mover: DataMover
  readonly transfer: TransferService
  readonly notices: NoticesService
  /** Aborted when the app ends; cancels running fetches. */
  readonly ending: AbortSignal
}

/** The handlers of every call: the app's table of contents. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { platform, settings, connections, models, library, imports, mediaExport, notices } = parts
  const { service: chat, reader, draftPictures } = parts.chat
  const { service: tools } = parts.tools
  const { service: backups } = parts.backups
  const { transfer, history, mover, transcription, videos } = parts
  return {
    'app.info': () => ({
      version: platform.version,
      shell: platform.shell,
      platform: platform.os,
      mediaBase: platform.mediaBase,
      dataFolder: platform.paths.data,
      notices: notices.list(),
      locale: platform.locale,
    }),
    'app.dismissNotice': ({ code }) => notices.dismiss(code),
    'app.openDataFolder': async () => {
      await platform.links.openFolder(platform.paths.data)
      return null
    },
    'app.restoreBackup': async ({ name }) => {
      if (!(await parts.backups.restoreCopy(name))) fail('not_found', 'no good backup of that name')
      return null
    },

    'app.network': (input) => videos.queue.network(input),
    'app.notify': (notice) => ({
      by: platform.notifier.show(notice, () => platform.events.emit('app.notified', { key: notice.key })),
    }),
    'app.badge': ({ count }) => {
      platform.notifier.badge(count)
      return null
    },

    'settings.get': () => settings.get(),
    'settings.update': (patch) => settings.update(patch),

    'connections.list': () => connections.list(),
    'connections.save': (input) => connections.save(input),
    'connections.clearKey': ({ id }) => connections.clearKey(id),
    'connections.remove': async ({ id }) => {
      await connections.remove(id)
      return null
    },
    'connections.setDefault': async ({ id }) => {
      await connections.setDefault(id)
      return null
    },
    'connections.test': (input) => connections.test(input),
    'connections.tryDemo': () => connections.tryDemo(),

    'models.list': ({ connectionId, refresh }) => models.list(connectionId, refresh),

    'chat.list': (input) => reader.list(input),
    'chat.open': (input) => reader.open(input),
    'chat.earlier': (input) => reader.earlier(input),
    'chat.later': (input) => reader.later(input),
    'chat.around': (input) => chat.around(input),
    'answers.kept': (input) => parts.keeper.list(input),
    'answers.readAgain': async ({ kind, ownerId }) => {
      switch (kind) {
        case 'image':
          await parts.images.queue.readAgain(ownerId)
          return null
        case 'transcription':
          await transcription.queue.readAgain(ownerId)
          return null
        case 'video':
          await videos.queue.readAgain(ownerId)
          return null
        case 'chat':
          return fail('invalid_input', 'an answer in a chat is asked for again')
        default:
          return assertNever(kind, 'kind of answer')
      }
    },
    'answers.raw': (input) => parts.keeper.raw(input),

    'chat.send': (input) => chat.send(input),
    'chat.retry': (input) => chat.retry(input),
    'chat.edit': (input) => chat.edit(input),
    'chat.continue': (input) => chat.continue(input),
    'chat.stop': (input) => chat.stop(input),
    'chat.select': (input) => chat.select(input),
    'chat.update': (input) => chat.update(input),
    'chat.delete': (input) => chat.delete(input),
    'chat.restore': (input) => chat.restore(input),
    'chat.saveDraft': (input) => chat.saveDraft(input),
    'chat.draft': (input) => reader.draft(input),
    'chat.saveDraftPictures': (input) => draftPictures.set(input),
    'chat.draftPictures': (input) => draftPictures.get(input),

    'tools.list': () => tools.list(),
    'tools.setRule': (input) => tools.setRule(input),
    'tools.answer': (input) => tools.answer(input),

    'media.addPicture': async ({ token }) => {
      const added = await imports.take(token, async ({ path }) => {
        const bytes = await readImportedFile(path, pictureBytesMax)
        const picture = readPicture(bytes)
        return picture ? library.add(bytes, picture) : fail('file_refused', 'not a PNG, JPEG, WebP or GIF picture')
      })
      return added ?? fail('not_found', 'the file has to be chosen again')
    },

    'media.addRemotePicture': async ({ url }) => {
      const bytes = await fetchRemotePicture(url, {
        fetch: platform.fetch,
        linkFetch: platform.linkFetch,
        trusts: (address) => connections.origins().includes(address.origin),
        bytesMax: pictureBytesMax,
        timeoutMs: 30_000,
        signal: parts.ending,
      })
      const picture = readPicture(bytes)
      return picture ? library.add(bytes, picture) : fail('file_refused', 'not a PNG, JPEG, WebP or GIF picture')
    },

    'media.present': async ({ mediaId }) => {
      const item = library.find(mediaId)
      const path = item === null ? null : await library.fileOf(item).catch(() => null)
      return { present: path !== null }
    },
    'media.save': (input) => mediaExport.save(input),
    'media.saveArchive': ({ items, name }) => mediaExport.saveArchive(items, name),
    'media.startDrag': async (input) => {
      await mediaExport.startDrag(input)
      return null
    },

    ...imageHandlers(parts.images),
    ...transcriptionHandlers(parts.transcription),
    ...videoHandlers(parts.videos),

    'history.list': (input) => history.list(input),
    'history.keys': (input) => history.keys(input),
    'history.facets': () => history.facets(),
    'history.search': (input) => history.search(input),
    'history.hits': (input) => history.hits(input),
    'history.setPinned': (input) => history.setPinned(input),
    'history.setArchived': (input) => history.setArchived(input),
    'history.tag': (input) => history.tag(input),
    'history.delete': (input) => history.delete(input),
    'history.restore': (input) => history.restore(input),
    'history.emptyBin': () => history.emptyBin(),

    'backups.list': () => backups.list(),
    'backups.make': (input) => backups.make(input),
    'backups.verify': (input) => backups.verify(input),
    'backups.preview': (input) => backups.preview(input),
    'backups.restore': (input) => backups.restore(input),
    'backups.remove': (input) => backups.remove(input),
    'backups.add': (input) => backups.add(input),
    'backups.save': (input) => backups.save(input),
    'backups.cancel': () => backups.cancel(),
    'backups.setPassphrase': (input) => backups.setPassphrase(input),

    'transfer.state': () => transfer.state(),
    'transfer.export': (input) => transfer.export(input),
    'transfer.inspect': (input) => transfer.inspect(input),
    'transfer.import': (input) => transfer.import(input),
    'transfer.cancel': () => transfer.cancel(),

    'storage.usage': () => backups.usage(),
    'storage.orphans': () => backups.orphans(),
    'storage.removeOrphans': () => backups.removeOrphans(),
    'storage.check': () => backups.check(),
    'storage.place': () => mover.place(),
    'storage.chooseFolder': () => mover.choose(),
    'storage.checkMove': (input) => mover.check(input),
    'storage.move': (input) => mover.move(input),
    'storage.removeOld': () => mover.removeOld(),
    'storage.keepOld': () => mover.keepOld(),

    'links.open': async ({ url }) => {
      const checked = externalUrl(url)
      if (!checked.ok) throw new AppFailure(checked.error)
      return { by: await platform.links.openExternal(checked.value), url: checked.value }
    },
  }
}
