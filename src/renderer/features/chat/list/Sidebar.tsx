import { VisuallyHidden } from '@mantine/core'
import { Archive, Search } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { Virtualizer } from 'virtua'
import { isTemporaryChat } from '../../../../shared/temporary-chat.ts'
import { Button } from '../../../components/Button.tsx'
import { Boundary } from '../../../components/boundary/Boundary.tsx'
import { dayWords } from '../../../components/lists/days.ts'
import { ListTrouble } from '../../../components/lists/ListTrouble.tsx'
import { useRowKeys } from '../../../components/lists/use-row-keys.ts'
import { useToday } from '../../../components/words/use-now.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { deleteConversation, loadList, loadMore, openConversation } from '../actions/chat-actions.ts'
import { editFolder, moveDropped, removeFolder, toggleFolder } from '../actions/folder-actions.ts'
import { useFolders } from '../actions/folders-store.ts'
import { deleteChats } from '../actions/many-chats.ts'
import {
  endChatSelection,
  keepListed,
  selectChatsTo,
  selectedChats,
  selectionKeys,
  selectsPressed,
  toggleChat,
} from '../actions/selected-chats.ts'
import { closeTemporaryChat } from '../actions/temporary-actions.ts'
import { draggedChats, holdsChats } from '../folders/dragged-chat.ts'
import { useSelectedChats } from '../state/chat-selection.ts'
import { useChat } from '../state/chat-store.ts'
import { folderItems } from '../state/folder-items.ts'
import { ConversationRow } from './ConversationRow.tsx'
import { FolderRow } from './FolderRow.tsx'
import { FoundList } from './FoundList.tsx'
import { type ListItem, listSections, temporarySection } from './list-sections.ts'
import { NewBar } from './NewBar.tsx'
import classes from './Sidebar.module.css'

const ArchivedList = lazyComponent(async () => (await import('../late-parts.ts')).ArchivedList)
const SelectedBar = lazyComponent(async () => (await import('../late-parts.ts')).SelectedBar)

/** The list of conversations. */
export function Sidebar() {
  const { t } = useTranslation()
  const list = useChat((state) => state.chat.list)
  const error = useChat((state) => state.listError)
  const search = useChat((state) => state.search.trim())
  const hasTemporary = useChat((state) => state.chat.temporary.length > 0)
  const hasFolders = useFolders((state) => state.folders.length > 0)
  const isArchive = useChat((state) => state.archiveShown)
  const isSelecting = useSelectedChats((state) => state.ids.size > 0)
  return (
    <aside
      className={classes.side}
      data-chat-list
      aria-label={t('chat.conversations')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) useChat.setState({ listShown: false })
      }}
    >
      <VisuallyHidden component="h1">{t('chat.conversations')}</VisuallyHidden>
      {isSelecting ? <SelectedBar /> : <NewBar />}
      {isArchive ? null : <ListSearch />}
      <ListTrouble className={classes.note} error={error} lead={t('chat.listFailed')} onRetry={() => void loadList()} />
      {isArchive ? (
        <ArchivedList />
      ) : search === '' ? (
        <>
          {list.length === 0 && !hasTemporary && !hasFolders && error === null ? (
            <p className={classes.empty}>{t('chat.noConversations')}</p>
          ) : null}
          <ConversationList />
          <ArchiveEntry />
        </>
      ) : (
        <FoundList text={search} />
      )}
    </aside>
  )
}

function Heading({ item }: { item: Extract<ListItem, { kind: 'section' }> }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const words =
    item.section === 'temporary'
      ? t('temporary.heading')
      : item.section === 'folders'
        ? t('folders.heading')
        : item.section === 'pinned'
          ? t('chat.pinned')
          : dayWords(t, language, item.section, item.at)
  return <div className={classes.day}>{words}</div>
}

function ConversationList() {
  const { t } = useTranslation()
  const list = useChat((state) => state.chat.list)
  const temporary = useChat((state) => state.chat.temporary)
  const openId = useChat((state) => state.opening ?? state.chat.open?.conversation.id ?? null)
  const renaming = useChat((state) => state.renaming)
  const asking = useChat((state) => state.chat.asking)
  const waiting = useMemo(() => new Set(Object.values(asking)), [asking])
  const today = useToday()
  const folders = useFolders((state) => state.folders)
  const chats = useFolders((state) => state.chats)
  const items = useMemo((): readonly ListItem[] => {
    const filed = folderItems(folders, chats)
    const heading: ListItem = { kind: 'section', key: 'folders', section: 'folders', at: 0 }
    return [
      ...temporarySection(temporary),
      ...(filed.length === 0 ? [] : [heading, ...filed]),
      ...listSections(list, today),
    ]
  }, [folders, chats, list, temporary, today])
  const scroller = useRef<HTMLDivElement>(null)
  const usual = openId ?? temporary[0]?.id ?? list[0]?.id ?? null
  const { keepMounted, press, reach, rowId, virtual } = useRowKeys({ items, list: scroller, attribute: 'row', usual })

  useEffect(() => {
    if (renaming === null) return
    const index = items.findIndex((item) => item.key === renaming)
    if (index >= 0) virtual.current?.scrollToIndex(index, { align: 'nearest' })
  }, [renaming, items, virtual])

  const selected = useSelectedChats((state) => state.ids)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chat may have left the list
  useEffect(keepListed, [items])
  useEffect(() => endChatSelection, [])

  const keys = (event: React.KeyboardEvent) => {
    if (selectionKeys(event)) return
    const { focusNeighbour, moved, row } = press(event) ?? {}
    if (moved != null && event.shiftKey) selectChatsTo(moved.key, row?.key ?? null)
    if (moved != null || row == null || focusNeighbour === undefined) return
    if (row.kind === 'folder') {
      const { folder } = row
      if (event.key === 'F2') editFolder(folder)
      else if (event.key === 'Delete') void removeFolder(folder).then(focusNeighbour)
      else if (event.key === (folder.collapsed ? 'ArrowRight' : 'ArrowLeft')) void toggleFolder(folder)
      else return
    } else if (event.key === 'F2') useChat.setState({ renaming: row.key })
    else if (event.key === 'Delete') {
      if (isTemporaryChat(row.key)) void closeTemporaryChat(row.conversation)
      else if (selected.has(row.key)) void deleteChats(selectedChats()).then(focusNeighbour)
      else void deleteConversation(row.key).then(focusNeighbour)
    } else return
    event.preventDefault()
  }

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      onScroll={(event) => {
        const { scrollTop, clientHeight, scrollHeight } = event.currentTarget
        if (scrollHeight - scrollTop - clientHeight < 600) void loadMore()
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list has wrappers between list and items, which <ul> does not allow */}
      <div
        role="list"
        aria-label={t('chat.conversations')}
        onKeyDown={keys}
        onDragOver={(event) => {
          if (holdsChats(event)) event.preventDefault()
        }}
        onDrop={(event) => {
          void moveDropped(draggedChats(event), null)
        }}
      >
        <Virtualizer ref={virtual} scrollRef={scroller} data={items} keepMounted={keepMounted} itemSize={54}>
          {(item) =>
            item.kind === 'section' ? (
              <Heading key={item.key} item={item} />
            ) : item.kind === 'folder' ? (
              <FolderRow
                key={item.key}
                folder={item.folder}
                depth={item.depth}
                focusable={item.key === rowId}
                onFocus={() => reach(item.key)}
              />
            ) : (
              <Boundary key={item.key} place="row" shown={item.conversation}>
                <ConversationRow
                  conversation={item.conversation}
                  depth={item.depth}
                  current={item.key === openId}
                  focusable={item.key === rowId}
                  renaming={item.key === renaming}
                  asks={waiting.has(item.key)}
                  selected={selected.size === 0 || isTemporaryChat(item.key) ? null : selected.has(item.key)}
                  onSelect={() => toggleChat(item.key)}
                  onOpen={(event) => {
                    reach(item.key)
                    if (isTemporaryChat(item.key) || !selectsPressed(event, item.key, openId))
                      void openConversation(item.key)
                  }}
                />
              </Boundary>
            )
          }
        </Virtualizer>
      </div>
    </div>
  )
}

/** A field that searches titles and messages of all conversations. Esc clears it, Arrow Down enters the list. */
function ListSearch() {
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

/** The last row below the list, which opens the archive. */
function ArchiveEntry() {
  const { t } = useTranslation()
  return (
    <Button kind="plain" className={classes.entry} onClick={() => useChat.setState({ archiveShown: true })}>
      <Archive size={15} strokeWidth={1.75} aria-hidden="true" />
      {t('order.archiveList')}
    </Button>
  )
}
