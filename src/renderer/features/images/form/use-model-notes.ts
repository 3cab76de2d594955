import { useEffect, useState } from 'react'
import type { ImageModelNotes } from '../../../../shared/image.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useStudio } from '../studio-store.ts'
import { useImageTarget } from '../target.ts'

/** Returns what the chosen model is known to refuse; null until it is known. Asks again after each refusal. */
export function useModelNotes(): ImageModelNotes | null {
  const { connectionId, model } = useImageTarget()
  const refusals = useStudio(
    ({ jobs }) =>
      jobs.jobs.filter(({ error }) => error?.code === 'several_refused' || error?.code === 'parameter_refused').length,
  )
  const [notes, setNotes] = useState<{ readonly of: string; readonly notes: ImageModelNotes } | null>(null)
  const key = JSON.stringify([connectionId, model, refusals])
  useEffect(() => {
    if (connectionId === null || model === '') return
    let isCurrent = true
    void call('images.modelNotes', { connectionId, model }).then((answer) => {
      if (isCurrent && answer.ok) setNotes({ of: key, notes: answer.value })
    })
    return () => {
      isCurrent = false
    }
  }, [connectionId, model, key])
  return notes !== null && notes.of === key ? notes.notes : null
}
