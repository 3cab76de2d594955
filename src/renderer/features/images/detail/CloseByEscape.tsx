import { closeImage } from '../studio-actions.ts'
import { useDetailKeys } from './use-detail-keys.ts'

/** Lets Esc lead back to the gallery from a view without other keys. */
export function CloseByEscape() {
  useDetailKeys({
    zoom: null,
    onClose: closeImage,
    onStep: () => undefined,
    onFullScreen: () => undefined,
    onDelete: () => undefined,
    onDetails: () => undefined,
    onEdit: () => undefined,
    onVary: () => undefined,
    onOrigin: () => undefined,
  })
  return null
}
