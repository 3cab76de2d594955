import type { Collection } from '../../../../shared/knowledge.ts'
import { useCollections } from '../../../platform/knowledge-store.ts'
import { setParameters } from '../actions/answer-actions.ts'
import { useParameters } from '../state/use-parameters.ts'

interface ChosenCollections {
  readonly collections: readonly Collection[]
  /** Ids as stored, including those of deleted collections. */
  readonly chosen: readonly string[]
  /** Selected collections that exist. */
  readonly on: readonly Collection[]
  readonly choose: (ids: readonly string[]) => void
}

/** Returns the collections of the open chat; those of the next one while none is open. */
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
