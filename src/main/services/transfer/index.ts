import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { transferCalls } from '../../../shared/ipc/transfer-calls.ts'
import { languageFor } from '../../../shared/language.ts'
import type { Feature } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import type { Platform } from '../../platform.ts'
import type { HistoryReader } from '../history/history-reader.ts'
import { TransferService } from './transfer-service.ts'

/** The exports and imports of main. */
export interface Transfer extends Feature {
  readonly handlers: HandlersOf<typeof transferCalls>
  readonly service: TransferService
}

/** Composes exports and imports. Search indexing pauses while they write much. */
export function createTransfer(
  parts: FeatureParts &
    Pick<Platform, 'exports' | 'links' | 'locale' | 'printer' | 'version'> & { readonly reader: HistoryReader },
): Transfer {
  const { locale, reader, settings } = parts
  const service = new TransferService({
    ...parts,
    restIndex: () => reader.pauseIndexing(),
    language: () => languageFor(settings.get().language, locale),
  })
  return { handlers: transferHandlers(service), service, close: () => service.close() }
}

/** Handlers of the calls about exports and imports. */
function transferHandlers(transfer: TransferService): HandlersOf<typeof transferCalls> {
  return {
    'transfer.state': () => transfer.transferState(),
    'transfer.export': (input) => transfer.export(input),
    'transfer.save': (input) => transfer.saveExport(input),
    'transfer.stretch': (input) => transfer.stretch(input),
    'transfer.savePicture': (input) => transfer.savePicture(input),
    'transfer.openSaved': (input) => transfer.openSaved(input),
    'transfer.rendered': (input) => transfer.rendered(input),
    'transfer.inspect': (input) => transfer.inspect(input),
    'transfer.import': (input) => transfer.import(input),
    'transfer.cancel': () => transfer.cancelTransfer(),
  }
}
