import { Popover } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../bridge/client.ts'
import buttons from '../../../components/buttons.module.css'
import classes from '../../../components/filter-popover.module.css'
import bar from '../../../components/list-bar.module.css'
import { sizeWords } from '../../../components/size-words.ts'
import { choiceOf, type DateChoice, dateField, datesOf, details, momentOf } from '../filter.ts'
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
        <Facet name={t('images.model')} of="models" words={(value) => value} />
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
  readonly words: (value: string) => string
}

function Facet({ name, of, words }: FacetProps) {
  const facets = useStudio((state) => state.facets?.[of])
  const chosen = useStudio((state) => state.filter[of])
  // what is chosen can be taken back, also when nothing of it is left
  const known = facets ?? []
  const gone = chosen.filter((value) => known.every((facet) => facet.value !== value))
  const all = [...known, ...gone.map((value) => ({ value, count: 0 }))]
  if (all.length === 0) return null
  return (
    <fieldset className={classes.group}>
      <legend>{name}</legend>
      <div className={classes.facets}>
        {all.map(({ value, count }) => (
          <label key={value} className={classes.facet}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                setFilter({
                  [of]: event.currentTarget.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
                })
              }
            />
            <span>{words(value)}</span>
            <em>{count}</em>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const dateChoices: readonly DateChoice[] = ['any', 'today', 'week', 'month', 'between']

function Dates() {
  const { t } = useTranslation()
  const from = useStudio((state) => state.filter.from)
  const to = useStudio((state) => state.filter.to)
  const [between, setBetween] = useState(false)
  const set = choiceOf({ from, to }, Date.now())
  const choice: DateChoice = between ? 'between' : set
  return (
    <fieldset className={classes.group}>
      <legend>{t('images.date')}</legend>
      <select
        className={classes.select}
        aria-label={t('images.date')}
        value={choice}
        onChange={(event) => {
          const chosen = dateChoices.find((each) => each === event.currentTarget.value) ?? 'any'
          setBetween(chosen === 'between')
          if (chosen !== 'between') setFilter(datesOf(chosen, Date.now()))
        }}
      >
        {dateChoices.map((each) => (
          <option key={each} value={each}>
            {t(`images.dates.${each}`)}
          </option>
        ))}
      </select>
      {choice === 'between' ? (
        <div className={classes.between}>
          <label>
            {t('images.dateFrom')}
            <input
              type="date"
              value={dateField(from, false)}
              onChange={(event) => setFilter({ from: momentOf(event.currentTarget.value, false) })}
            />
          </label>
          <label>
            {t('images.dateTo')}
            <input
              type="date"
              value={dateField(to, true)}
              onChange={(event) => setFilter({ to: momentOf(event.currentTarget.value, true) })}
            />
          </label>
        </div>
      ) : null}
    </fieldset>
  )
}
