import { Popover } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { historyStates } from '../../../../shared/history-limits.ts'
import { useApp } from '../../../app/app-store.ts'
import buttons from '../../../components/buttons.module.css'
import { DateRange } from '../../../components/DateRange.tsx'
import { FacetGroup } from '../../../components/FacetGroup.tsx'
import classes from '../../../components/filter-popover.module.css'
import bar from '../../../components/list-bar.module.css'
import { details, wide } from '../filter.ts'
import { useHistory } from '../history-store.ts'
import { loadFacets, setFilter } from '../list-actions.ts'

/** Narrows the history by date, state, tag, model, connection and whether there is anything to see or hear. */
export function FilterPopover() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const filter = useHistory((state) => state.filter)
  const facets = useHistory((state) => state.facets)
  const connections = useApp((state) => state.connections.connections)
  const count = details(filter)
  useEffect(() => {
    if (opened) void loadFacets()
  }, [opened])
  const words = count === 0 ? t('history.filter') : t('history.filterOn', { count })
  const { models, tags, connectionIds, states, withMedia } = filter
  return (
    <Popover opened={opened} onDismiss={() => setOpened(false)} position="bottom-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={count === 0 ? buttons.icon : `${buttons.icon} ${bar.narrowed}`}
          aria-label={words}
          aria-haspopup="dialog"
          title={words}
          onClick={() => setOpened(!opened)}
        >
          <SlidersHorizontal size={18} strokeWidth={1.75} />
          {count === 0 ? null : (
            <span className={bar.badge} aria-hidden="true">
              {count}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t('history.filter')}>
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
        <button
          type="button"
          className={`${buttons.quiet} ${buttons.small}`}
          disabled={count === 0}
          onClick={() => setFilter({ ...wide, kinds: filter.kinds, pinned: filter.pinned })}
        >
          {t('history.filterClear')}
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}
