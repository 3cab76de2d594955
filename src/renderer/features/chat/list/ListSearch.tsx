import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useChat } from '../chat-store.ts'
import classes from './Sidebar.module.css'

/** The field that searches titles and messages of all conversations. Esc empties it, the arrow key enters the list. */
export function ListSearch() {
  const { t } = useTranslation()
  const text = useChat((state) => state.search)
  return (
    <label className={classes.field}>
      <Search size={16} strokeWidth={1.75} aria-hidden="true" />
      <input
        autoComplete="off"
        type="search"
        aria-label={t('chat.searchField')}
        placeholder={t('chat.search')}
        maxLength={500}
        spellCheck={false}
        value={text}
        onChange={(event) => useChat.setState({ search: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault()
            event.stopPropagation()
            useChat.setState({ search: '' })
          } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
            const row = event.currentTarget.closest('aside')?.querySelector<HTMLElement>('[data-row]')
            if (row == null) return
            event.preventDefault()
            if (event.key === 'Enter' && text !== '') row.click()
            else row.focus()
          }
        }}
      />
    </label>
  )
}
