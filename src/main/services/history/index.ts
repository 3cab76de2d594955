import type { FeatureParts } from '../../feature-parts.ts'
import { HistoryItems } from '../../storage/history-items.ts'
import type { Chat } from '../chat/index.ts'
import type { ImageStudio } from '../images/index.ts'
import type { TranscriptionStudio } from '../transcription/index.ts'
import type { VideoStudio } from '../videos/index.ts'
import type { HistoryReader } from './history-reader.ts'
import { HistoryService } from './history-service.ts'

/** Composes the history from the features it shows. */
export function createHistory(
  parts: FeatureParts & {
    readonly reader: HistoryReader
    readonly chat: Chat
    readonly images: ImageStudio
    readonly transcription: TranscriptionStudio
    readonly videos: VideoStudio
  },
): HistoryService {
  return new HistoryService({ ...parts, items: new HistoryItems(parts.database) })
}
