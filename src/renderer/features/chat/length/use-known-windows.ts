import { useEffect, useState } from 'react'
import type { WindowTable } from '../../../../shared/model-window.ts'
import { call } from '../../../platform/bridge/client.ts'

interface Asked {
  readonly connectionId: string
  readonly model: string
}

const nothing: WindowTable = {}

/**
 * Windows of models as the gateway or models.dev list them, without asking the gateway. They are shown only: as they may
 * be wrong for this gateway, nothing is asked of the person because of them.
 */
export function useKnownWindows(targets: readonly Asked[]): WindowTable {
  const [table, setTable] = useState(nothing)
  const key = JSON.stringify(targets.map(({ connectionId, model }) => [connectionId, model]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the targets, which are new in every render
  useEffect(() => {
    let isCurrent = true
    const asked = targets.filter(({ model }) => model !== '')
    void Promise.all(
      asked.map(async ({ connectionId, model }) => {
        const facts = await call('models.facts', { connectionId, model, ask: false })
        return facts.ok && facts.value.window !== null ? [[model, facts.value.window.value] as const] : []
      }),
    ).then((found) => {
      if (isCurrent) setTable(Object.fromEntries(found.flat()))
    })
    return () => {
      isCurrent = false
    }
  }, [key])
  return table
}
