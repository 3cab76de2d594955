import { folded } from '../../../shared/folded-text.ts'
import type { Model, ModelKind } from '../../../shared/model.ts'
import { nearModels } from './near-models.ts'

export interface ModelGroup {
  /** The vendor family; empty when unknown. */
  readonly family: string
  readonly models: readonly Model[]
}

/** The user's marks and uses, by model id. */
export interface ModelMarks {
  /** When they were marked, ms since 1970. */
  readonly favourites: Readonly<Record<string, number>>
  /** When they were last chosen, ms since 1970. */
  readonly used: Readonly<Record<string, number>>
}

/** Returns the marks with a model marked at `at`; without its mark if it had one. */
export function toggledMark(marks: ModelMarks['favourites'], model: string, at: number): Record<string, number> {
  if (!Object.hasOwn(marks, model)) return { ...marks, [model]: at }
  return Object.fromEntries(Object.entries(marks).filter(([id]) => id !== model))
}

export interface ModelChoice {
  /** Favourites, and `recent`: models used lately. Both are excluded from the groups, and empty during a search. */
  readonly favourites: readonly Model[]
  readonly recent: readonly Model[]
  readonly groups: readonly ModelGroup[]
  /** Models of other kinds, offered in case the guess is wrong. */
  readonly others: readonly Model[]
  /** Typed text that is not the exact name of a listed model. */
  readonly typed: string | null
  /** Models with names similar to the typed text, if none matches. */
  readonly near: readonly Model[]
}

/** Maximum number of models under "Recently used". */
const recentMax = 5
const noMarks: ModelMarks = { favourites: {}, used: {} }

function byName(a: Model, b: Model): number {
  return a.id.localeCompare(b.id, 'en', { numeric: true })
}

/** Returns the matching models of a kind by family, and other kinds separately. */
export function chooseModels(
  models: readonly Model[],
  query: string,
  kind: ModelKind,
  { favourites, used }: ModelMarks = noMarks,
): ModelChoice {
  const typed = query.trim()
  // an input method may type full-width letters
  const wanted = typed.normalize('NFKC')
  const words = folded(typed).split(/\s+/)
  const fits = (model: Model) => {
    const text = folded(`${model.id} ${model.family}`)
    return words.every((word) => text.includes(word))
  }
  const shown = models.filter(fits)
  const ofKind = typed === '' ? shown.filter((model) => model.kind === kind) : []
  const marked = ofKind.filter(({ id }) => Object.hasOwn(favourites, id)).sort(byName)
  const recent = ofKind
    .filter((model) => Object.hasOwn(used, model.id) && !marked.includes(model))
    .sort((a, b) => (used[b.id] ?? 0) - (used[a.id] ?? 0))
    .slice(0, recentMax)
  const above = new Set([...marked, ...recent])
  const families = new Map<string, Model[]>()
  for (const model of shown) {
    if (model.kind !== kind || above.has(model)) continue
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
  const near = shown.length > 0 || typed.length < 3 ? [] : nearModels(models.filter(offered), wanted)
  return { favourites: marked, recent, groups, others, typed: typed === '' || exact ? null : typed, near }
}

/** Returns the default model: the first of its kind in the catalogue, or ''. */
export function firstModel(models: readonly Model[], kind: ModelKind): string {
  return chooseModels(models, '', kind).groups[0]?.models[0]?.id ?? ''
}
