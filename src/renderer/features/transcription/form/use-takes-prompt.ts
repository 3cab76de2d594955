import { useEffect, useState } from 'react'
import { isDiarizing } from '../../../../shared/diarizing-model.ts'
import { call, on } from '../../../platform/bridge/client.ts'
import { useTranscriptionTarget } from '../target.ts'

/** Returns false if the chosen model takes no prompt: it is named so, or main has learnt it from a refusal. */
export function useTakesPrompt(): boolean {
  const { connection, model } = useTranscriptionTarget()
  const connectionId = connection?.id ?? null
  const [known, setKnown] = useState<{ readonly of: string; readonly takesPrompt: boolean } | null>(null)
  const key = JSON.stringify([connectionId, model])
  useEffect(() => {
    if (connectionId === null || model === '') return
    let isCurrent = true
    const ask = async (): Promise<void> => {
      const answer = await call('transcription.modelNotes', { connectionId, model })
      if (isCurrent && answer.ok) setKnown({ of: key, takesPrompt: answer.value.takesPrompt })
    }
    void ask()
    const unlisten = on('transcription.modelNoted', () => void ask())
    return () => {
      isCurrent = false
      unlisten()
    }
  }, [connectionId, model, key])
  return known?.of === key ? known.takesPrompt : !isDiarizing(model)
}
