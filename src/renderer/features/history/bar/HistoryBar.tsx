import { historyKinds } from '../../../../shared/history-limits.ts'
import { Button } from '../../../components/Button.tsx'
import bar from '../../../components/lists/list-bar.module.css'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useHistory } from '../history-store.ts'
import { setFilter } from '../list-actions.ts'
import { selectAll, setSelecting } from '../selection-actions.ts'
import classes from './HistoryBar.module.css'
import { HistoryFilters } from './HistoryFilters.tsx'
import { SearchBox } from './SearchBox.tsx'

/** Search field and filters. */
export function HistoryBar() {
  return (
    <header className={classes.bar}>
      <SearchBox />
      <Kinds />
      <span className={classes.tail}>
        <HistoryFilters />
        <ListMenu />
      </span>
    </header>
  )
}

function Kinds() {
  const { t } = useTranslation()
  const kinds = useHistory((state) => state.filter.kinds)
  const pinned = useHistory((state) => state.filter.pinned)
  return (
    <fieldset className={`${bar.chips} ${classes.chips}`} aria-label={t('history.kinds')}>
      <Chip words={t('history.all')} pressed={kinds.length === 0} onPress={() => setFilter({ kinds: [] })} />
      {historyKinds.map((kind) => (
        <Chip
          key={kind}
          words={t(`history.kind.${kind}`)}
          pressed={kinds.includes(kind)}
          onPress={() => setFilter({ kinds: kinds.includes(kind) ? [] : [kind] })}
        />
      ))}
      <span className={classes.line} aria-hidden="true" />
      <Chip words={t('history.favourites')} pressed={pinned} onPress={() => setFilter({ pinned: !pinned })} />
    </fieldset>
  )
}

function Chip({ words, pressed, onPress }: { words: string; pressed: boolean; onPress: () => void }) {
  return (
    <Button kind="chip" aria-pressed={pressed} onClick={onPress}>
      <span>{words}</span>
    </Button>
  )
}

function ListMenu() {
  const { t } = useTranslation()
  const none = useHistory(({ pages, search }) =>
    search.asked === '' ? (pages.total ?? 0) === 0 : search.items.length === 0,
  )
  return (
    <MoreMenu>
      <MenuItem disabled={none} onPress={() => setSelecting(true)}>
        {t('history.select')}
      </MenuItem>
      <MenuItem disabled={none} onPress={() => void selectAll()}>
        {t('history.selectAll')}
      </MenuItem>
    </MoreMenu>
  )
}
