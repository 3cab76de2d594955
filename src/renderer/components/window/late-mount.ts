import { useLayoutEffect, useState } from 'react'

/**
 * For a dialog that costs nothing until it is first opened: `isMounted` says whether to render it at all. It is rendered
 * closed before it opens, because Mantine remembers what had the focus, and fades in, only at a change to open.
 */
export function useLateMount(opened: boolean): { readonly isMounted: boolean; readonly opened: boolean } {
  const [stage, setStage] = useState<'unused' | 'closed' | 'used'>('unused')
  useLayoutEffect(() => {
    if (opened && stage === 'unused') setStage('closed')
    if (stage === 'closed') setStage('used')
  }, [opened, stage])
  return { isMounted: stage !== 'unused', opened: opened && stage === 'used' }
}
