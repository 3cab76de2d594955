import { useLayoutEffect, useState } from 'react'

/**
 * Mounts a dialog only when it is first opened; `isMounted` says whether to render it at all. It is first rendered
 * closed, because Mantine remembers the focused element, and fades in, only at a change to open.
 */
export function useLateMount(opened: boolean): { readonly isMounted: boolean; readonly opened: boolean } {
  const [stage, setStage] = useState<'unused' | 'closed' | 'used'>('unused')
  useLayoutEffect(() => {
    if (opened && stage === 'unused') setStage('closed')
    if (stage === 'closed') setStage('used')
  }, [opened, stage])
  return { isMounted: stage !== 'unused', opened: opened && stage === 'used' }
}
