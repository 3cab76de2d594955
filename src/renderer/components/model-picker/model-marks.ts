import { useEffect, useMemo } from 'react'
import { type AbilityAnswer, type ModelAbility, withAbility } from '../../../shared/model-abilities.ts'
import { withWindow } from '../../../shared/model-window.ts'
import { appState, saveSettings, useApp } from '../../platform/app-store.ts'
import { loadModels, useModels } from '../../platform/models-store.ts'
import type { PickOption } from './ModelOptions.tsx'
import { type ModelMarks, toggledMark } from './model-groups.ts'

/** Maximum number of models whose use is remembered. */
const usedMax = 50

export function useModelMarks(): ModelMarks {
  const favourites = useApp((state) => state.settings.favouriteModels)
  const used = useApp((state) => state.settings.usedModels)
  return useMemo(() => ({ favourites, used }), [favourites, used])
}

/** Remembers that a model was chosen. */
export function noteUse(model: string): void {
  const { [model]: _, ...others } = appState().settings.usedModels
  const latest = Object.entries(others)
    .sort(([, one], [, other]) => other - one)
    .slice(0, usedMax - 1)
  void saveSettings({ usedModels: Object.fromEntries([[model, Date.now()], ...latest]) })
}

/** Toggles the favourite mark of a model. */
export function toggleFavourite(model: string): void {
  void saveSettings({ favouriteModels: toggledMark(appState().settings.favouriteModels, model, Date.now()) })
}

/** Sets the context window of a model, in tokens; null forgets it. */
export function setWindow(model: string, tokens: number | null): void {
  void saveSettings({ modelWindowOf: withWindow(appState().settings.modelWindowOf, model, tokens) })
}

/** Sets whether a model has an ability; null leaves it to the known facts. */
export function setAbility(model: string, ability: ModelAbility, answer: AbilityAnswer | null): void {
  void saveSettings({ modelAbilityOf: withAbility(appState().settings.modelAbilityOf, model, ability, answer) })
}

const none: readonly PickOption[] = []

/** Returns the other connections that have a model which the viewed one does not list. */
export function useElsewhere(typed: string | null, viewed: string | null): readonly PickOption[] {
  const connections = useApp((state) => state.connections.connections)
  const catalogues = useModels((state) => state.catalogues)
  const isTyped = typed !== null
  useEffect(() => {
    if (!isTyped) return
    for (const { id } of connections)
      if (id !== viewed && useModels.getState().catalogues[id] === undefined) void loadModels(id, false)
  }, [connections, isTyped, viewed])
  return useMemo(() => {
    if (typed === null) return none
    const wanted = typed.toLowerCase()
    return connections.flatMap(({ id, name }): readonly PickOption[] => {
      const model =
        id === viewed ? undefined : catalogues[id]?.models.find((other) => other.id.toLowerCase() === wanted)
      return model === undefined
        ? []
        : [{ kind: 'elsewhere', id: model.id, connectionId: id, connection: name === '' ? id : name }]
    })
  }, [catalogues, connections, typed, viewed])
}
