import { FacetGroup } from '../../../components/lists/FacetGroup.tsx'
import { FilterPopover } from '../../../components/lists/FilterPopover.tsx'
import classes from '../../../components/lists/filter-popover.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { details } from '../filter.ts'
import { loadVideoModels, setFilter } from '../list-actions.ts'
import { useVideos } from '../videos-store.ts'

/** A filter of the list by favourites and model. */
export function VideoFilters() {
  const { t } = useTranslation()
  const filter = useVideos((state) => state.filter)
  const models = useVideos((state) => state.models)
  const count = details(filter)
  return (
    <FilterPopover
      count={count}
      words={{ title: t('videos.filter'), narrowed: t('videos.filterOn', { count }), clear: t('videos.filterClear') }}
      width={280}
      onOpen={() => void loadVideoModels()}
      onClear={() => setFilter({ models: [], favourite: false })}
    >
      <label className={classes.facet}>
        <input
          type="checkbox"
          checked={filter.favourite}
          onChange={(event) => setFilter({ favourite: event.currentTarget.checked })}
        />
        <span>{t('videos.favourites')}</span>
      </label>
      <FacetGroup
        name={t('videos.model')}
        known={models.map((model) => ({ value: model, count: null }))}
        chosen={filter.models}
        onChoose={(chosen) => setFilter({ models: chosen })}
      />
    </FilterPopover>
  )
}
