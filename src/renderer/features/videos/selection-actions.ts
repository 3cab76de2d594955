import { listedRange, markingOf } from '../../components/selection.ts'
import { allIds } from './list-actions.ts'
import { useVideos, videos } from './videos-store.ts'

export const { setSelecting, toggleSelected, selectUpTo, selectAll } = markingOf(useVideos, {
  reached: () => videos().active,
  range: (from, to) => listedRange(videos().pages, from, to, allIds),
  all: allIds,
})
