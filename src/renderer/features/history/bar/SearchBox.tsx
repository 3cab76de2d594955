import { Popover } from '@mantine/core'
import { CircleQuestionMark, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { searchLengthMax } from '../../../../shared/history-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { useAfterClose } from '../../../components/window/after-close.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useHistory } from '../history-store.ts'
import { resultsId, stopId } from '../item-id.ts'
import { focusList } from '../list-focus.ts'
import { markOn, stepOf } from '../results/result-keys.ts'
import { stopsOf } from '../search.ts'
import { clearSearch, openAt, reach, typeSearch } from '../search-actions.ts'
import classes from './HistoryBar.module.css'
import { MeaningToggle } from './MeaningToggle.tsx'

/** The search field. Typed text is searched at once, except an unfinished composition of an input method. */
export function SearchBox() {
  const { t } = useTranslation()
  const typed = useHistory((state) => state.typed)
  const search = useHistory((state) => state.search)
  const focus = useHistory((state) => state.fieldFocus)
  const field = useRef<HTMLInputElement>(null)
  // text being composed by an input method stays in the field
  const [composed, setComposed] = useState<string | null>(null)
  const searching = search.asked !== ''
  const stops = stopsOf(search.items)

  const served = useRef(0)
  useEffect(() => {
    if (focus === served.current) return
    served.current = focus
    field.current?.focus()
    field.current?.select()
  }, [focus])

  const insert = (words: string) => {
    const before = typed.trimEnd()
    typeSearch(before === '' ? words : `${before} ${words}`)
    field.current?.focus()
  }

  const keys = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape') {
      if (typed === '') return
      event.preventDefault()
      clearSearch()
      return
    }
    if (!searching) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      focusList()
      return
    }
    const step = stepOf(event.key)
    if (step !== undefined) {
      event.preventDefault()
      // selecting continues in the list, because the selection bar replaces the field
      if (event.shiftKey) markOn(step)
      else reach(search.at + step)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      openAt(search.at)
    }
  }

  return (
    <search className={classes.box}>
      <Search size={18} strokeWidth={1.75} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        role="combobox"
        className={classes.field}
        aria-label={t('history.searchField')}
        placeholder={t('history.searchField')}
        aria-expanded={searching}
        aria-controls={searching ? resultsId : undefined}
        aria-activedescendant={searching && stops.length > 0 ? stopId(search.at) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={searchLengthMax}
        value={composed ?? typed}
        onChange={(event) => {
          const { value } = event.currentTarget
          if (event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing) setComposed(value)
          else typeSearch(value)
        }}
        onCompositionEnd={(event) => {
          setComposed(null)
          typeSearch(event.currentTarget.value)
        }}
        onKeyDown={keys}
      />
      {typed === '' ? null : <kbd>{t('shortcuts.escape')}</kbd>}
      <MeaningToggle />
      <OperatorsHelp onInsert={insert} />
    </search>
  )
}

const operators = ['model', 'kind', 'state', 'from', 'before', 'after', 'has', 'is', 'phrase', 'without'] as const

/** The search syntax, with examples to insert. */
function OperatorsHelp({ onInsert }: { onInsert: (words: string) => void }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const afterClose = useAfterClose(opened)
  return (
    <Popover opened={opened} onDismiss={() => setOpened(false)} position="bottom-end" width={400} trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          icon={CircleQuestionMark}
          words={t('history.operators.help')}
          iconSize={17}
          size="small"
          aria-haspopup="dialog"
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.help} aria-label={t('history.operators.help')}>
        <h2>{t('history.operators.title')}</h2>
        <ul>
          {operators.map((name) => (
            <li key={name}>
              <Button
                kind="plain"
                className={classes.operator}
                onClick={() => {
                  afterClose(() => onInsert(t(`history.operators.examples.${name}`)))
                  setOpened(false)
                }}
              >
                <code>{t(`history.operators.examples.${name}`)}</code>
                <span>{t(`history.operators.${name}`)}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
