import { useEffect, useState } from 'react'
import type { WindowTable } from '../../../../shared/model-window.ts'
import { call } from '../../../platform/bridge/client.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'

interface Asked {
  readonly connectionId: string
  readonly model: string
}

const nothing: WindowTable = {}

/**
 * Resolves to the windows of models as listed by the gateway or models.dev, without asking the gateway. They may be
 * wrong for it.
 */
export async function knownWindows(targets: readonly Asked[]): Promise<WindowTable> {
  const found = await Promise.all(
    targets
      .filter(({ model }) => model !== '')
      .map(async ({ connectionId, model }) => {
        const facts = await call('models.facts', { connectionId, model, ask: false })
        return facts.ok && facts.value.window !== null ? [[model, facts.value.window.value] as const] : []
      }),
  )
  // a model of two connections has to fit both
  const windows = Map.groupBy(found.flat(), ([model]) => model)
  return Object.fromEntries([...windows].map(([model, all]) => [model, Math.min(...all.map(([, size]) => size))]))
}

/** Returns the known windows of models for a component. */
export function useKnownWindows(targets: readonly Asked[]): WindowTable {
  const [table, setTable] = useState(nothing)
  const key = JSON.stringify(targets.map(({ connectionId, model }) => [connectionId, model]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the targets, which always change
  useEffect(() => whenAnswered(knownWindows(targets), setTable), [key])
  return table
}
