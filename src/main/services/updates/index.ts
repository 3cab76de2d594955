import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { updateCalls } from '../../../shared/ipc/update-calls.ts'
import type { Feature } from '../../feature.ts'
import { type UpdateParts, UpdateService } from './update-service.ts'

/** Updates of Atelier itself. */
export interface Updates extends Feature {
  readonly handlers: HandlersOf<typeof updateCalls>
  /** Called when the user cancelled a quit. */
  readonly stayed: () => void
}

export function createUpdates(parts: UpdateParts): Updates {
  const service = new UpdateService(parts)
  return {
    start: () => service.start(),
    close: () => service.close(),
    stayed: () => service.stayed(),
    handlers: {
      'updates.get': () => service.updateState(),
      'updates.check': () => service.check(),
      'updates.download': () => service.download(),
      'updates.cancel': () => service.cancelDownload(),
      'updates.install': () => service.install(),
      'updates.goBack': () => service.goBack(),
    },
  }
}
