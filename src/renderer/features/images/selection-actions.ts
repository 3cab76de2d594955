import { listedRange, markingOf } from '../../components/selection.ts'
import { allIds } from './gallery-actions.ts'
import { studio, useStudio } from './studio-store.ts'

export const { setSelecting, toggleSelected, selectUpTo, selectAll } = markingOf(useStudio, {
  reached: () => studio().active,
  range: (from, to) => listedRange(studio().pages, from, to, allIds),
  all: allIds,
})
