import { useEffect, useState } from 'react'
import { call } from '../../platform/bridge/client.ts'

/** Whether a file is where the library has it; null until main has said. Where main cannot be asked it is taken to be there. */
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
