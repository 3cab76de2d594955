import { languageFor } from '../../../shared/language.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import type { Platform } from '../../platform.ts'
import type { HistoryReader } from '../history/history-reader.ts'
import { TransferService } from './transfer-service.ts'

/** Composes exports and imports. Search indexing pauses while they write much. */
export function createTransfer(
  parts: FeatureParts & Pick<Platform, 'exports' | 'locale' | 'version'> & { readonly reader: HistoryReader },
): TransferService {
  const { locale, reader, settings } = parts
  return new TransferService({
    ...parts,
    restIndex: () => reader.rest(),
    language: () => languageFor(settings.get().language, locale),
  })
}
