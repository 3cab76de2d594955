import { Archive, CheckCheck, Download, FolderInput, Trash2, X } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useFolders } from '../actions/folders-store.ts'
import { archiveChats, deleteChats, saveSelected } from '../actions/many-chats.ts'
import { endChatSelection, selectAllChats, selectedChats } from '../actions/selected-chats.ts'
import { useSelectedChats } from '../state/chat-selection.ts'
import classes from './SelectedBar.module.css'

/** Returns the focus to the list if its element was removed. */
function useFocusOfList(): void {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        document.querySelector<HTMLElement>('[data-chat-list] [data-row][tabindex="0"]')?.focus()
      })
    },
    [],
  )
}

/** A bar that replaces *New chat* while chats are selected: their number, and actions on them. */
export function SelectedBar() {
  const { t } = useTranslation()
  const count = useSelectedChats((state) => state.ids.size)
  useFocusOfList()
  const actions = [
    { words: t('order.selection.all'), icon: CheckCheck, run: () => void selectAllChats() },
    {
      words: t('folders.move'),
      icon: FolderInput,
      run: () => useFolders.setState({ moving: selectedChats() }),
    },
    { words: t('order.archive'), icon: Archive, run: () => void archiveChats(selectedChats()) },
    { words: t('saving.open'), icon: Download, run: () => saveSelected(selectedChats()) },
    { words: t('chat.delete'), icon: Trash2, run: () => void deleteChats(selectedChats()) },
    { words: t('order.selection.end'), icon: X, run: endChatSelection },
  ]
  return (
    <section
      className={classes.bar}
      aria-label={t('order.selection.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        endChatSelection()
      }}
    >
      <span className={classes.count} role="status">
        {t('order.selection.count', { count })}
      </span>
      {actions.map(({ words, icon, run }) => (
        <IconButton key={words} icon={icon} iconSize={17} size="small" words={words} onClick={run} />
      ))}
    </section>
  )
}
