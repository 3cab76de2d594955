import { historyStates } from '../../../../shared/history-limits.ts'
import { DateRange } from '../../../components/lists/DateRange.tsx'
import { FacetGroup } from '../../../components/lists/FacetGroup.tsx'
import { FilterPopover } from '../../../components/lists/FilterPopover.tsx'
import classes from '../../../components/lists/filter-popover.module.css'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { details, wide } from '../filter.ts'
import { useHistory } from '../history-store.ts'
import { loadFacets, setFilter } from '../list-actions.ts'

/** A filter of the history by date, state, tag, model, connection, and presence of media. */
export function HistoryFilters() {
  const { t } = useTranslation()
  const filter = useHistory((state) => state.filter)
  const facets = useHistory((state) => state.facets)
  const connections = useApp((state) => state.connections.connections)
  const count = details(filter)
  const { models, tags, connectionIds, states, withMedia } = filter
  return (
    <FilterPopover
      count={count}
      words={{
        title: t('history.filter'),
        narrowed: t('history.filterOn', { count }),
        clear: t('history.filterClear'),
      }}
      width={300}
      onOpen={() => void loadFacets()}
      onClear={() => setFilter({ ...wide, kinds: filter.kinds, pinned: filter.pinned })}
    >
      <DateRange from={filter.from} to={filter.to} onChange={setFilter} />
      <fieldset className={classes.group}>
        <legend>{t('history.media')}</legend>
        <label className={classes.facet}>
          <input
            type="checkbox"
            checked={withMedia}
            onChange={(event) => setFilter({ withMedia: event.currentTarget.checked })}
          />
          <span>{t('history.withMedia')}</span>
        </label>
      </fieldset>
      <FacetGroup
        name={t('history.state')}
        known={historyStates.map((state) => ({ value: state, count: null }))}
        chosen={states}
        words={(state) => t(`history.states.${state}`)}
        onChoose={(chosen) => setFilter({ states: chosen })}
      />
      <FacetGroup
        name={t('history.tag')}
        known={facets?.tags ?? []}
        chosen={tags}
        onChoose={(chosen) => setFilter({ tags: chosen })}
      />
      <FacetGroup
        name={t('history.model')}
        known={(facets?.models ?? []).filter(({ value }) => value !== '')}
        chosen={models}
        onChoose={(chosen) => setFilter({ models: chosen })}
      />
      {connections.length < 2 && connectionIds.length === 0 ? null : (
        <FacetGroup
          name={t('history.connection')}
          known={connections.map(({ id }) => ({ value: id, count: null }))}
          chosen={connectionIds}
          words={(id) => connections.find((connection) => connection.id === id)?.name ?? id}
          onChoose={(chosen) => setFilter({ connectionIds: chosen })}
        />
      )}
    </FilterPopover>
  )
}
