import { PanelLeft, Search } from 'lucide-react'
import { imageOrders } from '../../../../shared/image-orders.ts'
import { Button } from '../../../components/Button.tsx'
import { CollectionChips } from '../../../components/collections/CollectionChips.tsx'
import { ShownCollectionItems } from '../../../components/collections/ShownCollectionItems.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { DateRange } from '../../../components/lists/DateRange.tsx'
import { FacetGroup } from '../../../components/lists/FacetGroup.tsx'
import { FilterPopover } from '../../../components/lists/FilterPopover.tsx'
import classes from '../../../components/lists/list-bar.module.css'
import { SearchField } from '../../../components/lists/SearchField.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuChoice, MenuGroup, MenuItem } from '../../../components/menu/MenuItem.tsx'
import { sizeWords } from '../../../components/words/size-words.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { imageCollections } from '../collection-actions.ts'
import { details } from '../filter.ts'
import { allIds, selectAll, setFilter, setSelecting } from '../gallery-actions.ts'
import { saveArchive } from '../picture-actions.ts'
import { useStudio } from '../studio-store.ts'
import { TileSize } from './TileSize.tsx'

/** The grid's filters. */
export function FilterBar() {
  const { t } = useTranslation()
  const formShown = useStudio((state) => state.formShown)
  const searching = useStudio((state) => state.searching)
  return (
    <header className={classes.bar}>
      <IconButton
        icon={PanelLeft}
        words={formShown ? t('images.formHide') : t('images.formShow')}
        className={classes.toggle}
        aria-expanded={formShown}
        onClick={() => useStudio.setState({ formShown: !formShown })}
      />
      <Chips />
      <TileSize />
      {searching ? (
        <SearchPrompts />
      ) : (
        <IconButton icon={Search} words={t('images.search')} onClick={() => useStudio.setState({ searching: true })} />
      )}
      <ImageFilters />
      <GalleryMenu />
    </header>
  )
}

function Chips() {
  const { t } = useTranslation()
  const favourite = useStudio((state) => state.filter.favourite)
  const collectionId = useStudio((state) => state.filter.collectionId)
  const collections = useStudio((state) => state.collections)
  return (
    <fieldset className={classes.chips} aria-label={t('images.show')}>
      <Chip
        words={t('images.all')}
        pressed={!favourite && collectionId === null}
        onPress={() => setFilter({ favourite: false, collectionId: null })}
      />
      <Chip
        words={t('images.favourites')}
        pressed={favourite}
        onPress={() => setFilter({ favourite: true, collectionId: null })}
      />
      <CollectionChips
        collections={collections}
        shownId={collectionId}
        onChoose={(id) => setFilter({ favourite: false, collectionId: id })}
        actions={imageCollections}
      />
    </fieldset>
  )
}

function Chip({ words, pressed, onPress }: { words: string; pressed: boolean; onPress: () => void }) {
  return (
    <Button kind="chip" aria-pressed={pressed} title={words} onClick={onPress}>
      <span>{words}</span>
    </Button>
  )
}

function SearchPrompts() {
  const { t } = useTranslation()
  const query = useStudio((state) => state.filter.query)
  return (
    <SearchField
      label={t('images.searchField')}
      query={query}
      onSearch={(text) => setFilter({ query: text })}
      onClose={() => useStudio.setState({ searching: false })}
    />
  )
}

/** Actions for all shown images and for the current collection. */
function GalleryMenu() {
  const { t } = useTranslation()
  const collection = useStudio((state) => state.collections.find(({ id }) => id === state.filter.collectionId))
  const none = useStudio((state) => (state.pages.total ?? 0) === 0)
  const order = useStudio((state) => state.filter.order ?? 'newest')
  return (
    <MoreMenu width={240}>
      <MenuItem disabled={none} onPress={() => setSelecting(true)}>
        {t('images.select')}
      </MenuItem>
      <MenuItem disabled={none} onPress={() => void selectAll()}>
        {t('images.selectAll')}
      </MenuItem>
      <MenuItem disabled={none} onPress={() => void allIds().then(saveArchive)}>
        {t('images.saveAll')}
      </MenuItem>
      <MenuGroup label={t('images.sort')}>
        {imageOrders.map((each) => (
          <MenuChoice key={each} isChecked={each === order} onChoose={() => setFilter({ order: each })}>
            {t(`images.orders.${each}`)}
          </MenuChoice>
        ))}
      </MenuGroup>
      {collection === undefined ? null : <ShownCollectionItems collection={collection} actions={imageCollections} />}
    </MoreMenu>
  )
}

async function loadFacets(): Promise<void> {
  const answer = await call('images.facets', {})
  if (answer.ok) useStudio.setState({ facets: answer.value })
}

/** A filter of the grid by model, size and date. */
function ImageFilters() {
  const { t } = useTranslation()
  const filter = useStudio((state) => state.filter)
  const facets = useStudio((state) => state.facets)
  const count = details(filter)
  return (
    <FilterPopover
      count={count}
      words={{ title: t('images.filter'), narrowed: t('images.filterOn', { count }), clear: t('images.filterClear') }}
      width={280}
      onOpen={() => void loadFacets()}
      onClear={() => setFilter({ models: [], sizes: [], from: null, to: null })}
    >
      <DateRange from={filter.from} to={filter.to} onChange={setFilter} />
      <FacetGroup
        name={t('images.model')}
        known={facets?.models ?? []}
        chosen={filter.models}
        onChoose={(models) => setFilter({ models })}
      />
      <FacetGroup
        name={t('images.size')}
        known={facets?.sizes ?? []}
        chosen={filter.sizes}
        words={sizeWords}
        onChoose={(sizes) => setFilter({ sizes })}
      />
    </FilterPopover>
  )
}
