import UFuzzy from '@leeoniya/ufuzzy'
import type { Model } from '../../../shared/model.ts'

const oneError = { intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 } as const
const noError = { intraIns: 0, intraSub: 0, intraTrn: 0, intraDel: 0 } as const
/** One wrong, missing, extra or swapped letter in each word. */
const fuzzy = new UFuzzy({ intraMode: 1, ...oneError })
/** The same in any script: of a Chinese word each sign may be the wrong one. */
const fuzzyAnywhere = new UFuzzy({
  ...{ unicode: true, intraMode: 1, ...oneError },
  ...{ interSplit: "[^\\p{L}\\d']+", interBound: '[^\\p{L}\\d]', intraChars: "[\\p{L}\\d']" },
  ...{ intraSplit: '\\p{Ll}\\p{Lu}', intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}' },
  intraRules: (word) => ({
    ...{ intraSlice: [0, Number.POSITIVE_INFINITY] },
    ...(word.length < 3 ? noError : oneError),
  }),
})
/** Most models that are shown, and longest query that is compared, in UTF-16 units. */
const [shownMax, queryMax] = [8, 60]

/** Models whose names are like a query with typing errors, the closest first. */
export function nearModels(models: readonly Model[], query: string): readonly Model[] {
  const names = models.map(({ family, id }) => `${id} ${family}`)
  const [found, about, order] = (/[^\u0020-\u007e]/.test(query) ? fuzzyAnywhere : fuzzy).search(
    names,
    query.slice(0, queryMax),
    1,
  )
  const at = order === null || about === null ? (found ?? []) : order.map((place) => about.idx[place] ?? -1)
  return at.slice(0, shownMax).flatMap((index) => models[index] ?? [])
}
