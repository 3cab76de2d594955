import { Popover } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import classes from '../../../components/filter-popover.module.css'
import bar from '../../../components/list-bar.module.css'
import { details } from '../filter.ts'
import { loadVideoModels, setFilter } from '../list-actions.ts'
import { useVideos } from '../videos-store.ts'

/** Narrows the list to favourites, and by model. */
export function FilterPopover() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const count = useVideos((state) => details(state.filter))
  const favourite = useVideos((state) => state.filter.favourite)
  useEffect(() => {
    if (opened) void loadVideoModels()
  }, [opened])
  const words = count === 0 ? t('videos.filter') : t('videos.filterOn', { count })
  return (
    <Popover opened={opened} onDismiss={() => setOpened(false)} position="bottom-end" width={280} trapFocus returnFocus>
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
      <Popover.Dropdown className={classes.dropdown} aria-label={t('videos.filter')}>
        <label className={classes.facet}>
          <input
            type="checkbox"
            checked={favourite}
            onChange={(event) => setFilter({ favourite: event.currentTarget.checked })}
          />
          <span>{t('videos.favourites')}</span>
        </label>
        <Models />
        <button
          type="button"
          className={`${buttons.quiet} ${buttons.small}`}
          disabled={count === 0}
          onClick={() => setFilter({ models: [], favourite: false })}
        >
          {t('videos.filterClear')}
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}

function Models() {
  const { t } = useTranslation()
  const models = useVideos((state) => state.models)
  const chosen = useVideos((state) => state.filter.models)
  // what is chosen can be taken back, also when nothing of it is left
  const all = [...models, ...chosen.filter((model) => !models.includes(model))]
  if (all.length === 0) return null
  return (
    <fieldset className={classes.group}>
      <legend>{t('videos.model')}</legend>
      <div className={classes.facets}>
        {all.map((model) => (
          <label key={model} className={classes.facet}>
            <input
              type="checkbox"
              checked={chosen.includes(model)}
              onChange={(event) =>
                setFilter({
                  models: event.currentTarget.checked ? [...chosen, model] : chosen.filter((other) => other !== model),
                })
              }
            />
            <span>{model}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
