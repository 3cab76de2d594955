import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { ImageDetail } from '../../../../shared/image.ts'
import { call } from '../../../platform/bridge/client.ts'
import { closeImage } from '../studio-actions.ts'
import { useStudio } from '../studio-store.ts'

interface DetailState {
  /** The last one stays until the next is here, so that nothing flashes. */
  readonly detail: ImageDetail | null
  readonly error: AppError | null
}

/** Everything about an image, read anew whenever the gallery changed. */
export function useImageDetail(imageId: string): DetailState {
  const generation = useStudio((state) => state.pages.generation)
  const [state, setState] = useState<DetailState>({ detail: null, error: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the generation says that something changed
  useEffect(() => {
    let current = true
    void call('images.get', { imageId }).then((answer) => {
      if (!current) return
      if (answer.ok) setState({ detail: answer.value, error: null })
      else if (answer.error.code === 'not_found') closeImage()
      else setState((before) => ({ ...before, error: answer.error }))
    })
    return () => {
      current = false
    }
  }, [imageId, generation])
  return state
}
