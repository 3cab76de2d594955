import type { TFunction } from 'i18next'
import type { Connection } from '../../../../../shared/connection.ts'
import type { Model } from '../../../../../shared/model.ts'
import { chooseModels, type ModelMarks } from '../../../../components/model-picker/model-groups.ts'
import { lineText } from '../../../../platform/line-text.ts'
import { focusComposer, replaceComposer } from '../../actions/drafts.ts'
import { setOnceModel } from '../../actions/once-model.ts'
import type { MenuEntry } from '../../state/menu-store.ts'

/** Maximum number of models offered at once; typing finds the others. */
const offeredMax = 6

interface ListedModels {
  readonly connections: readonly Connection[]
  readonly catalogues: Readonly<Record<string, { readonly models: readonly Model[] } | undefined>>
  readonly marks: ModelMarks
}

/** Returns the entries for models: favourites and those used lately, or what a query finds. Choosing one asks it once. */
export function modelEntries(
  t: TFunction,
  query: string,
  { catalogues, connections, marks }: ListedModels,
): readonly MenuEntry[] {
  const all = connections.flatMap((connection) => {
    const { favourites, groups, recent } = chooseModels(catalogues[connection.id]?.models ?? [], query, 'chat', marks)
    const found = query.trim() === '' ? [...favourites, ...recent] : groups.flatMap(({ models }) => models)
    return found.map((model) => ({ connection, model }))
  })
  return all.slice(0, offeredMax).map(({ connection, model }) => {
    const title = lineText(model.id)
    return {
      key: `model ${connection.id} ${model.id}`,
      title,
      description: t('offers.once'),
      source: connections.length > 1 ? lineText(connection.name) : t('offers.model'),
      words: title,
      choose: () => {
        setOnceModel({ connectionId: connection.id, model: model.id })
        replaceComposer('')
        focusComposer()
      },
    }
  })
}
