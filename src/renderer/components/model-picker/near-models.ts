import UFuzzy from '@leeoniya/ufuzzy'
import type { Model } from '../../../shared/model.ts'

/** One wrong, missing, extra or swapped letter in each word. */
const fuzzy = new UFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 })
/** Most models that are shown, and longest query that is compared, in UTF-16 units. */
const [shownMax, queryMax] = [8, 60]

/** Models whose names are like a query with typing errors, the closest first. */
export function nearModels(models: readonly Model[], query: string): readonly Model[] {
  const names = models.map(({ family, id }) => `${id} ${family}`)
  const [found, about, order] = fuzzy.search(names, query.slice(0, queryMax), 1)
  const at = order === null || about === null ? (found ?? []) : order.map((place) => about.idx[place] ?? -1)
  return at.slice(0, shownMax).flatMap((index) => models[index] ?? [])
}
