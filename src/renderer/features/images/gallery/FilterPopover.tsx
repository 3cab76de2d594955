import { Popover } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../bridge/client.ts'
import buttons from '../../../components/buttons.module.css'
import { DateRange } from '../../../components/DateRange.tsx'
import { FacetGroup } from '../../../components/FacetGroup.tsx'
import classes from '../../../components/filter-popover.module.css'
import bar from '../../../components/list-bar.module.css'
import { sizeWords } from '../../../components/size-words.ts'
import { details } from '../filter.ts'
import { setFilter } from '../gallery-actions.ts'
import { useStudio } from '../studio-store.ts'

/** Narrows the grid by model, size and date. */
export function FilterPopover() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const count = useStudio((state) => details(state.filter))
  useEffect(() => {
    if (!opened) return
    void call('images.facets', {}).then((answer) => answer.ok && useStudio.setState({ facets: answer.value }))
  }, [opened])
  const words = count === 0 ? t('images.filter') : t('images.filterOn', { count })
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
      <Popover.Dropdown className={classes.dropdown} aria-label={t('images.filter')}>
        <Dates />
        <Facet name={t('images.model')} of="models" />
        <Facet name={t('images.size')} of="sizes" words={sizeWords} />
        <button
          type="button"
          className={`${buttons.quiet} ${buttons.small}`}
          disabled={count === 0}
          onClick={() => setFilter({ models: [], sizes: [], from: null, to: null })}
        >
          {t('images.filterClear')}
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}

interface FacetProps {
  readonly name: string
  readonly of: 'models' | 'sizes'
  readonly words?: (value: string) => string
}

function Facet({ name, of, ...words }: FacetProps) {
  const facets = useStudio((state) => state.facets?.[of])
  const chosen = useStudio((state) => state.filter[of])
  return (
    <FacetGroup
      name={name}
      known={facets ?? []}
      chosen={chosen}
      onChoose={(values) => setFilter({ [of]: values })}
      {...words}
    />
  )
}

function Dates() {
  const from = useStudio((state) => state.filter.from)
  const to = useStudio((state) => state.filter.to)
  return <DateRange from={from} to={to} onChange={setFilter} />
}
