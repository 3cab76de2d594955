import { Archive, History, LayoutGrid, List, Trash2 } from 'lucide-react'
import { hitsCountedMax } from '../../../../shared/history-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { percentOf } from '../../../components/words/figure-words.ts'
import { saveSettings, useApp, useLanguage } from '../../../platform/app-store.ts'
import { errorTitle } from '../../../platform/errors/error-title.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useDeletedMessages } from '../deleted-messages.ts'
import { history, useHistory } from '../history-store.ts'
import { setFilter } from '../list-actions.ts'
import { hitsShown, isBusy } from '../search.ts'
import { canBeTiles, kindsOfList, kindsOfTiles } from '../tiles.ts'
import { DayJump } from './DayJump.tsx'
import classes from './PlaceLine.module.css'

const places = [
  { place: 'here', Icon: History },
  { place: 'archive', Icon: Archive },
  { place: 'bin', Icon: Trash2 },
] as const

/** Number of items, and the shown part of the history. */
export function PlaceLine() {
  const { t } = useTranslation()
  const current = useHistory((state) => state.filter.place)
  const inBin = useHistory((state) => state.filter.place === 'bin')
  const items = useHistory((state) => state.pages.total ?? 0)
  const messages = useDeletedMessages()
  const isSearching = useHistory((state) => state.search.asked !== '')
  return (
    <div className={classes.line}>
      <Amount />
      <span className={classes.grow} />
      {isSearching ? null : (
        <>
          {inBin ? null : <DayJump />}
          <ViewChoice />
        </>
      )}
      {inBin && items + messages > 0 ? (
        <Button size="small" onClick={() => useHistory.setState({ emptying: true })}>
          {t('history.emptyAsk')}
        </Button>
      ) : null}
      <fieldset className={classes.places} aria-label={t('history.places')}>
        {places.map(({ place, Icon }) => (
          <Button
            kind="plain"
            key={place}
            aria-pressed={place === current}
            onClick={() => place !== current && setFilter({ place })}
          >
            <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
            {t(`history.place.${place}`)}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}

/** A choice between the list and tiles of its pictures and videos. Tiles leave out items without a picture. */
function ViewChoice() {
  const { t } = useTranslation()
  const canBe = useHistory((state) => canBeTiles(state.filter))
  const isTiled = useApp((state) => state.settings.historyTiles) && canBe
  const choose = (historyTiles: boolean) => {
    void saveSettings({ historyTiles })
    const { filter } = history()
    const kinds = historyTiles ? kindsOfTiles(filter) : kindsOfList(filter)
    if (kinds !== filter.kinds) setFilter({ kinds })
  }
  return (
    <fieldset className={classes.views} aria-label={t('history.view')}>
      <IconButton
        icon={List}
        words={t('history.viewList')}
        iconSize={16}
        size="small"
        aria-pressed={!isTiled}
        onClick={() => choose(false)}
      />
      <IconButton
        icon={LayoutGrid}
        words={t('history.viewTiles')}
        iconSize={16}
        size="small"
        aria-pressed={isTiled}
        onClick={() => choose(true)}
      />
    </fieldset>
  )
}

/** Status of the list or of the search. */
function Amount() {
  const { t } = useTranslation()
  const language = useLanguage()
  const search = useHistory((state) => state.search)
  const total = useHistory((state) => state.pages.total)
  const inBin = useHistory((state) => state.filter.place === 'bin')
  const number = (count: number) => ({ count, formatted: count.toLocaleString(language) })
  if (search.asked === '') {
    return (
      <span className={classes.amount}>
        {total === null ? '' : t('history.count', number(total))}
        {inBin ? <span className={classes.hint}> · {t('history.binHint')}</span> : null}
      </span>
    )
  }
  return (
    <span className={classes.amount} role="status">
      {isBusy(search) && search.items.length === 0
        ? t('history.searching')
        : search.isFused
          ? t('history.meaning.best', number(search.items.length))
          : search.total === null
            ? ''
            : search.total > hitsCountedMax
              ? t('history.foundMany', number(hitsCountedMax))
              : t('history.found', number(search.total))}
      {search.failure === null ? null : (
        <span className={classes.hint}>
          {' · '}
          {t('history.meaning.failed', { reason: errorTitle(t, search.failure) })}
        </span>
      )}
      {search.items.some(({ hits }) => hits.length >= hitsShown) ? (
        <span className={classes.hint}>
          {' · '}
          {t('history.foundPart', { count: hitsShown })}
        </span>
      ) : null}
      {search.indexed < 1 ? (
        <span className={classes.hint}>
          {' · '}
          {t('history.indexing', { percent: percentOf(search.indexed, 1) })}
        </span>
      ) : null}
    </span>
  )
}
