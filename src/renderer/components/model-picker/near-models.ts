import UFuzzy from '@leeoniya/ufuzzy'
import { folded } from '../../../shared/folded-text.ts'
import type { Model } from '../../../shared/model.ts'

const oneError = { intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 } as const
const noError = { intraIns: 0, intraSub: 0, intraTrn: 0, intraDel: 0 } as const
/** One wrong, missing, extra or swapped letter in each word. */
const fuzzy = new UFuzzy({ intraMode: 1, ...oneError })
/** One wrong, missing, extra or swapped letter in any script: in a Chinese word, any character may be the wrong one. */
const fuzzyAnywhere = new UFuzzy({
  ...{ unicode: true, intraMode: 1, ...oneError },
  ...{ interSplit: "[^\\p{L}\\d']+", interBound: '[^\\p{L}\\d]', intraChars: "[\\p{L}\\d']" },
  ...{ intraSplit: '\\p{Ll}\\p{Lu}', intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}' },
  intraRules: (word) => ({
    ...{ intraSlice: [0, Number.POSITIVE_INFINITY] },
    ...(word.length < 3 ? noError : oneError),
  }),
})
/** Maximum number of models shown, and maximum length of a query that is compared, in UTF-16 units. */
const [shownMax, queryMax] = [8, 60]
/** Maximum number of models, and maximum length of a name, that are compared letter by letter. */
const [comparedMax, nameMax] = [2_000, 100]
/** Number of letters of the query per tolerated error, and maximum number of errors. */
const [lettersPerError, errorsMax] = [3, 2]

/**
 * Returns the models whose names match a query with typing errors, closest first. Numbers must match exactly: `gpt-5`
 * is another model than `gpt-4`, not a misspelt one.
 */
export function nearModels(models: readonly Model[], query: string): readonly Model[] {
  const wanted = plainLetters(query.slice(0, queryMax))
  const same = withNumbersOf(models, wanted)
  const joined = squeezed(wanted)
  const together = joined === '' ? [] : same.filter(({ id }) => squeezed(id).includes(joined))
  const found = [...new Set([...together, ...misspelt(same, wanted)])]
  return (found.length > 0 ? found : closest(same, joined)).slice(0, shownMax)
}

/** Returns the models whose words have one typing error each, the closest first. */
function misspelt(models: readonly Model[], query: string): readonly Model[] {
  const names = models.map(({ family, id }) => plainLetters(`${id} ${family}`))
  const [found, about, order] = (/[^\u0020-\u007e]/.test(query) ? fuzzyAnywhere : fuzzy).search(names, query, 1)
  const at = order === null || about === null ? (found ?? []) : order.map((place) => about.idx[place] ?? -1)
  return at.flatMap((index) => models[index] ?? [])
}

/** Returns a name without accents; capitals of plain letters stay, because they begin words. */
function plainLetters(text: string): string {
  return /[^\0-\x7f]/.test(text) ? folded(text) : text
}

/** Returns the models that contain every number of the query. */
function withNumbersOf(models: readonly Model[], query: string): readonly Model[] {
  const numbers = query.match(/\d+/g) ?? []
  if (numbers.length === 0) return models
  return models.filter(({ id }) => {
    const own = new Set(id.match(/\d+/g))
    return numbers.every((number) => own.has(number))
  })
}

/** Keeps letters and digits only, in lower case, so that `gpt4o` and `GPT 4o` both match `gpt-4o`. */
function squeezed(text: string): string {
  return folded(text).replace(/[^\p{L}\p{N}]/gu, '')
}

/** Returns the models with a part that differs from the query by a few letters, the closest first. */
function closest(models: readonly Model[], query: string): readonly Model[] {
  const allowed = Math.min(errorsMax, Math.floor(query.length / lettersPerError))
  if (allowed === 0) return []
  return models
    .slice(0, comparedMax)
    .map((model) => ({ model, errors: errorsIn(squeezed(model.id).slice(0, nameMax), query) }))
    .filter(({ errors }) => errors <= allowed)
    .sort((one, other) => one.errors - other.errors || one.model.id.length - other.model.id.length)
    .map(({ model }) => model)
}

/** Returns the fewest wrong, missing or extra letters between the query and any part of a name (Sellers' algorithm). */
function errorsIn(name: string, query: string): number {
  let before = Array.from({ length: query.length + 1 }, (_, index) => index)
  let fewest = query.length
  for (const letter of name) {
    const row = [0]
    for (let index = 1; index <= query.length; index += 1) {
      const changed = (before[index - 1] ?? 0) + (query[index - 1] === letter ? 0 : 1)
      row.push(Math.min(changed, (before[index] ?? 0) + 1, (row[index - 1] ?? 0) + 1))
    }
    before = row
    fewest = Math.min(fewest, row[query.length] ?? fewest)
  }
  return fewest
}
