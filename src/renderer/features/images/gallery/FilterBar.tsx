import { PanelLeft, Plus, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { IconButton } from '../../../components/IconButton.tsx'
import classes from '../../../components/lists/list-bar.module.css'
import { SearchField } from '../../../components/lists/SearchField.tsx'
import { newCollection } from '../collection-actions.ts'
import { setFilter } from '../gallery-actions.ts'
import { useStudio } from '../studio-store.ts'
import { GalleryMenu } from './GalleryMenu.tsx'
import { ImageFilters } from './ImageFilters.tsx'

/** What the grid is narrowed to. */
export function FilterBar() {
  const { t } = useTranslation()
  const formShown = useStudio((state) => state.formShown)
  const searching = useStudio((state) => state.searching)
  return (
    <header className={classes.bar}>
      <button
        type="button"
        className={`${buttons.icon} ${classes.toggle}`}
        aria-label={formShown ? t('images.formHide') : t('images.formShow')}
        aria-expanded={formShown}
        onClick={() => useStudio.setState({ formShown: !formShown })}
      >
        <PanelLeft size={18} strokeWidth={1.75} />
      </button>
      <Chips />
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
      {collections.map((collection) => (
        <Chip
          key={collection.id}
          words={collection.name}
          pressed={collectionId === collection.id}
          onPress={() => setFilter({ favourite: false, collectionId: collection.id })}
        />
      ))}
      <button
        type="button"
        className={`${buttons.icon} ${buttons.tiny}`}
        aria-label={t('images.collectionNew')}
        title={t('images.collectionNew')}
        onClick={() => newCollection([])}
      >
        <Plus size={16} />
      </button>
    </fieldset>
  )
}

function Chip({ words, pressed, onPress }: { words: string; pressed: boolean; onPress: () => void }) {
  return (
    <button type="button" className={buttons.chip} aria-pressed={pressed} title={words} onClick={onPress}>
      <span>{words}</span>
    </button>
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
