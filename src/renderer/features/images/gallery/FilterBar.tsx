import { PanelLeft, Plus, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { newCollection } from '../collection-actions.ts'
import { setFilter } from '../gallery-actions.ts'
import { useStudio } from '../studio-store.ts'
import { FilterPopover } from './FilterPopover.tsx'
import classes from './Gallery.module.css'
import { GalleryMenu } from './GalleryMenu.tsx'

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
        <SearchField />
      ) : (
        <button
          type="button"
          className={buttons.icon}
          aria-label={t('images.search')}
          title={t('images.search')}
          onClick={() => useStudio.setState({ searching: true })}
        >
          <Search size={18} strokeWidth={1.75} />
        </button>
      )}
      <FilterPopover />
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

const pauseMs = 200

function SearchField() {
  const { t } = useTranslation()
  const query = useStudio((state) => state.filter.query)
  const [text, setText] = useState(query)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (text.trim() === query.trim()) return undefined
    const timer = setTimeout(() => setFilter({ query: text }), pauseMs)
    return () => clearTimeout(timer)
  }, [text, query])
  const close = () => {
    if (query !== '') setFilter({ query: '' })
    useStudio.setState({ searching: false })
  }
  return (
    <input
      ref={field}
      type="search"
      className={classes.search}
      aria-label={t('images.searchField')}
      placeholder={t('images.searchField')}
      maxLength={500}
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => {
        if (text.trim() === '') close()
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.keyCode === 229 || event.key !== 'Escape') return
        event.preventDefault()
        close()
      }}
    />
  )
}
