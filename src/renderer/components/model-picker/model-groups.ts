import type { Model, ModelKind } from '../../../shared/model.ts'

export interface ModelGroup {
  /** The vendor family; empty when unknown. */
  readonly family: string
  readonly models: readonly Model[]
}

export interface ModelChoice {
  readonly groups: readonly ModelGroup[]
  /** Models of other kinds, offered in case the guess is wrong. */
  readonly others: readonly Model[]
  /** Typed text that is not the exact name of a listed model. */
  readonly typed: string | null
}

function byName(a: Model, b: Model): number {
  return a.id.localeCompare(b.id, 'en', { numeric: true })
}

/** Matching models of a kind by family; other kinds apart. */
export function chooseModels(models: readonly Model[], query: string, kind: ModelKind): ModelChoice {
  const typed = query.trim()
  const words = typed.toLowerCase().split(/\s+/)
  const fits = (model: Model) => {
    const text = `${model.id} ${model.family}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const shown = models.filter(fits)
  const families = new Map<string, Model[]>()
  for (const model of shown) {
    if (model.kind !== kind) continue
    const members = families.get(model.family)
    if (members === undefined) families.set(model.family, [model])
    else members.push(model)
  }
  const groups = [...families]
    .map(([family, members]) => ({ family, models: members.sort(byName) }))
    // models without a family go last
    .sort((a, b) => (a.family === '' ? 1 : b.family === '' ? -1 : a.family.localeCompare(b.family, 'en')))
  // nothing here uses embeddings; if the guess is wrong, the name can be typed
  const offered = (model: Model) => model.kind === kind || model.kind !== 'embedding'
  const others = shown.filter((model) => model.kind !== kind && offered(model)).sort(byName)
  const exact = models.some((model) => model.id === typed && offered(model))
  return { groups, others, typed: typed === '' || exact ? null : typed }
}

/** The default model: the first of its kind in the catalogue, or ''. */
export function firstModel(models: readonly Model[], kind: ModelKind): string {
  return chooseModels(models, '', kind).groups[0]?.models[0]?.id ?? ''
}
