import { useEffect, useState } from 'react'
import { call } from '../../platform/bridge/client.ts'

/** Returns true if a library file exists; null until main has answered. Counts as present if main cannot be asked. */
export function useMediaPresent(mediaId: string): boolean | null {
  const [present, setPresent] = useState<boolean | null>(null)
  useEffect(() => {
    let current = true
    void call('media.present', { mediaId }).then((answer) => {
      if (current) setPresent(!answer.ok || answer.value.present)
    })
    return () => {
      current = false
    }
  }, [mediaId])
  return present
}
