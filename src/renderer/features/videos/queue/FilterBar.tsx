import { Film, PanelLeft, Search } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import classes from '../../../components/lists/list-bar.module.css'
import { SearchField } from '../../../components/lists/SearchField.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { groupsShown } from '../filter.ts'
import { selectAll, setFilter, setSelecting } from '../list-actions.ts'
import { openStoryboards } from '../panel-actions.ts'
import { useVideos } from '../videos-store.ts'
import own from './Queue.module.css'
import { ShownVideoCollection, VideoCollectionChips } from './VideoCollections.tsx'
import { VideoFilters } from './VideoFilters.tsx'

/** The filters of the list. */
export function FilterBar() {
  const { t } = useTranslation()
  const formShown = useVideos((state) => state.formShown)
  const searching = useVideos((state) => state.searching)
  return (
    <header className={`${classes.bar} ${own.bar}`}>
      <IconButton
        icon={PanelLeft}
        words={formShown ? t('videos.formHide') : t('videos.formShow')}
        className={classes.toggle}
        aria-expanded={formShown}
        onClick={() => useVideos.setState({ formShown: !formShown })}
      />
      <Groups />
      {searching ? (
        <SearchPrompts />
      ) : (
        <IconButton icon={Search} words={t('videos.search')} onClick={() => useVideos.setState({ searching: true })} />
      )}
      <VideoFilters />
      <IconButton icon={Film} words={t('storyboards.title')} onClick={openStoryboards} />
      <ListMenu />
    </header>
  )
}

function Groups() {
  const { t } = useTranslation()
  const group = useVideos((state) => state.filter.group)
  const counts = useVideos((state) => state.counts)
  return (
    <fieldset className={`${classes.chips} ${own.groups}`} aria-label={t('videos.show')}>
      {groupsShown.map((each) => (
        <Button
          kind="chip"
          key={each}
          aria-pressed={each === group}
          aria-label={
            counts === null
              ? undefined
              : t('videos.groupCount', { group: t(`videos.group.${each}`), number: counts[each] })
          }
          title={each === 'attention' ? t('videos.attentionHint') : undefined}
          onClick={() => setFilter({ group: each })}
        >
          <span>{t(`videos.group.${each}`)}</span>
          <span className={own.number}>{counts?.[each] ?? ''}</span>
        </Button>
      ))}
      <VideoCollectionChips />
    </fieldset>
  )
}

function SearchPrompts() {
  const { t } = useTranslation()
  const query = useVideos((state) => state.filter.query)
  return (
    <SearchField
      label={t('videos.searchField')}
      query={query}
      onSearch={(text) => setFilter({ query: text })}
      onClose={() => useVideos.setState({ searching: false })}
    />
  )
}

function ListMenu() {
  const { t } = useTranslation()
  const none = useVideos((state) => (state.pages.total ?? 0) === 0)
  return (
    <MoreMenu>
      <MenuItem disabled={none} onPress={() => setSelecting(true)}>
        {t('videos.select')}
      </MenuItem>
      <MenuItem disabled={none} onPress={() => void selectAll()}>
        {t('videos.selectAll')}
      </MenuItem>
      <ShownVideoCollection />
    </MoreMenu>
  )
}
