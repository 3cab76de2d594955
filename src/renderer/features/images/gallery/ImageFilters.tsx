import { useTranslation } from 'react-i18next'
import { DateRange } from '../../../components/lists/DateRange.tsx'
import { FacetGroup } from '../../../components/lists/FacetGroup.tsx'
import { FilterPopover } from '../../../components/lists/FilterPopover.tsx'
import { sizeWords } from '../../../components/words/size-words.ts'
import { call } from '../../../platform/bridge/client.ts'
import { details } from '../filter.ts'
import { setFilter } from '../gallery-actions.ts'
import { useStudio } from '../studio-store.ts'

async function loadFacets(): Promise<void> {
  const answer = await call('images.facets', {})
  if (answer.ok) useStudio.setState({ facets: answer.value })
}

/** Narrows the grid by model, size and date. */
export function ImageFilters() {
  const { t } = useTranslation()
  const filter = useStudio((state) => state.filter)
  const facets = useStudio((state) => state.facets)
  const count = details(filter)
  return (
    <FilterPopover
      count={count}
      words={{ title: t('images.filter'), narrowed: t('images.filterOn', { count }), clear: t('images.filterClear') }}
      width={280}
      onOpen={() => void loadFacets()}
      onClear={() => setFilter({ models: [], sizes: [], from: null, to: null })}
    >
      <DateRange from={filter.from} to={filter.to} onChange={setFilter} />
      <FacetGroup
        name={t('images.model')}
        known={facets?.models ?? []}
        chosen={filter.models}
        onChoose={(models) => setFilter({ models })}
      />
      <FacetGroup
        name={t('images.size')}
        known={facets?.sizes ?? []}
        chosen={filter.sizes}
        words={sizeWords}
        onChoose={(sizes) => setFilter({ sizes })}
      />
    </FilterPopover>
  )
}
