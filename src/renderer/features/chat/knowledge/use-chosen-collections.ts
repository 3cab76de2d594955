import type { Collection } from '../../../../shared/knowledge.ts'
import { useCollections } from '../../../platform/knowledge-store.ts'
import { useParameters } from '../composer/ParametersPopover.tsx'
import { setParameters } from '../thread/answer-actions.ts'

interface ChosenCollections {
  readonly collections: readonly Collection[]
  /** Ids as they are kept, those of deleted collections among them. */
  readonly chosen: readonly string[]
  /** Collections that are chosen and there. */
  readonly on: readonly Collection[]
  readonly choose: (ids: readonly string[]) => void
}

/** The collections of the open chat, and of the next one while none is open. */
export function useChosenCollections(): ChosenCollections {
  const collections = useCollections((state) => state.collections) ?? []
  const parameters = useParameters()
  const chosen = parameters.knowledge?.collections ?? []
  return {
    collections,
    chosen,
    on: collections.filter(({ id }) => chosen.includes(id)),
    choose: (ids) => void setParameters({ ...parameters, knowledge: { collections: [...ids] } }),
  }
}
