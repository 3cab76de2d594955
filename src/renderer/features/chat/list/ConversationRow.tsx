import {
  Download,
  FilePen,
  FolderInput,
  ListChecks,
  MessageCircleDashed,
  Pencil,
  Pin,
  PinOff,
  TriangleAlert,
} from 'lucide-react'
import { memo, useState } from 'react'
import type { Conversation } from '../../../../shared/chat.ts'
import { isTemporaryChat } from '../../../../shared/temporary-chat.ts'
import { Button } from '../../../components/Button.tsx'
import { RowTitleField } from '../../../components/forms/RowTitleField.tsx'
import { Tick } from '../../../components/lists/Tick.tsx'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { CopyLinkItem } from '../../../components/window/CopyLinkItem.tsx'
import { Line } from '../../../components/words/Line.tsx'
import { timeOf } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { askEarly, deleteConversation, pinConversation, renameConversation } from '../actions/chat-actions.ts'
import { useFolders } from '../actions/folders-store.ts'
import { openSaving } from '../actions/save-store.ts'
import { AssistantSign } from '../assistants/AssistantSign.tsx'
import { dragChats } from '../folders/dragged-chat.ts'
import { ArchiveItem } from '../order/ArchiveItem.tsx'
import { useSelectedChats } from '../state/chat-selection.ts'
import { useChat } from '../state/chat-store.ts'
import { shownTitle } from '../state/shown-title.ts'
import { TemporaryItems } from '../temporary/TemporaryItems.tsx'
import classes from './Sidebar.module.css'

interface ConversationRowProps {
  readonly conversation: Conversation
  readonly current: boolean
  readonly focusable: boolean
  readonly renaming: boolean
  /** True if a call in it waits for the user. */
  readonly asks: boolean
  readonly onOpen: (event: React.MouseEvent) => void
  /** Number of folders above it. */
  readonly depth?: number
  /** True if the row is selected; null while no row is, or if it cannot be. */
  readonly selected?: boolean | null
  /** Selects or deselects it; absent where no chats are selected. */
  readonly onSelect?: (() => void) | undefined
}

export const ConversationRow = memo(ConversationRowView, (a, b) => {
  // onOpen is a new function each time, but has the same effect for the same conversation
  return (
    a.conversation === b.conversation &&
    a.current === b.current &&
    a.focusable === b.focusable &&
    a.renaming === b.renaming &&
    a.asks === b.asks &&
    a.depth === b.depth &&
    a.selected === b.selected
  )
})

function ConversationRowView({
  conversation,
  current,
  focusable,
  renaming,
  asks,
  onOpen,
  depth = 0,
  selected = null,
  onSelect,
}: ConversationRowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [menu, setMenu] = useState(false)
  const title = shownTitle(t, conversation)
  const isTemporary = isTemporaryChat(conversation.id)
  if (renaming)
    return (
      // biome-ignore lint/a11y/useSemanticElements: an item of the virtual list, see Sidebar
      <div role="listitem" className={classes.item}>
        <RowTitleField
          label={t('chat.renameField')}
          title={conversation.title}
          row={`[data-row="${CSS.escape(conversation.id)}"]`}
          onDone={(name) => void renameConversation(conversation.id, name)}
        />
      </div>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: an item of the virtual list, see Sidebar
    <div role="listitem" className={classes.item} data-depth={depth}>
      <Button
        kind="row"
        draggable={!isTemporary}
        onDragStart={(event) => dragChats(event, draggedWith(conversation.id))}
        className={classes.row}
        data-row={conversation.id}
        data-live={conversation.streaming || undefined}
        data-asks={asks || undefined}
        data-lost={(!asks && conversation.lastAnswer !== undefined) || undefined}
        data-selected={selected === true || undefined}
        aria-pressed={selected ?? undefined}
        aria-current={current ? 'true' : undefined}
        tabIndex={focusable ? 0 : -1}
        onPointerDown={() => {
          if (selected === null) askEarly(conversation.id)
        }}
        onClick={onOpen}
        onContextMenu={(event) => {
          event.preventDefault()
          setMenu(true)
        }}
      >
        {selected === null ? null : (
          <i className={classes.tick}>
            <Tick on={selected} />
          </i>
        )}
        <b>
          {conversation.parameters.text === undefined ? null : (
            <FilePen size={13} className={classes.kind} aria-label={t('text.kind')} />
          )}
          {isTemporary ? (
            <MessageCircleDashed size={13} className={classes.kind} aria-label={t('temporary.sign')} />
          ) : null}
          <AssistantSign parameters={conversation.parameters} hasName={false} />
          <Line text={title} />
        </b>
        <time className={classes.time} dateTime={new Date(conversation.activeAt).toISOString()} aria-hidden="true">
          {timeOf(language, conversation.activeAt, Date.now())}
        </time>
        <span>
          {!asks && conversation.lastAnswer !== undefined ? (
            <TriangleAlert size={12} className={classes.lost} aria-hidden="true" />
          ) : null}
          <Line
            text={
              asks
                ? t('tools.rowWaits')
                : conversation.streaming
                  ? t('chat.writing', { model: conversation.model })
                  : conversation.lastAnswer !== undefined
                    ? t(`chat.lastAnswer.${conversation.lastAnswer}`)
                    : conversation.snippet || '\u00a0'
            }
          />
        </span>
      </Button>
      <MoreMenu
        opened={menu}
        onChange={setMenu}
        words={t('chat.actionsOf', { title })}
        size="small"
        className={classes.menu}
        tabIndex={focusable ? 0 : -1}
      >
        <ConversationMenuItems
          conversation={conversation}
          isOpen={current}
          onRename={() => useChat.setState({ renaming: conversation.id, listShown: true })}
          onSelect={onSelect}
        />
      </MoreMenu>
    </div>
  )
}

interface ConversationMenuItemsProps {
  readonly conversation: Conversation
  /** True if the chat's shortcuts apply to it. */
  readonly isOpen: boolean
  /** Starts editing its title. */
  readonly onRename: () => void
  /** Selects or deselects it in the list; absent elsewhere. */
  readonly onSelect?: (() => void) | undefined
}

/** Returns the chats that are dragged with a row: all selected ones, if it is one of them. */
function draggedWith(id: string): readonly string[] {
  const { ids } = useSelectedChats.getState()
  return ids.has(id) ? [...ids] : [id]
}

/** Actions on a conversation. */
export function ConversationMenuItems({ conversation, isOpen, onRename, onSelect }: ConversationMenuItemsProps) {
  const { t } = useTranslation()
  if (isTemporaryChat(conversation.id)) return <TemporaryItems conversation={conversation} onRename={onRename} />
  return (
    <>
      <MenuItem icon={Pencil} onPress={onRename}>
        {t('chat.rename')}
      </MenuItem>
      <MenuItem
        icon={conversation.pinned ? PinOff : Pin}
        onPress={() => void pinConversation(conversation.id, !conversation.pinned)}
      >
        {conversation.pinned ? t('chat.unpin') : t('chat.pin')}
      </MenuItem>
      <MenuItem icon={Download} shortcut={isOpen ? 'saveChat' : undefined} onPress={() => openSaving(conversation.id)}>
        {t('saving.open')}
      </MenuItem>
      <MenuItem icon={FolderInput} onPress={() => useFolders.setState({ moving: [conversation] })}>
        {t('folders.move')}
      </MenuItem>
      <CopyLinkItem item={{ kind: 'chat', id: conversation.id }} />
      {onSelect === undefined ? null : (
        <MenuItem icon={ListChecks} onPress={onSelect}>
          {t('order.selection.select')}
        </MenuItem>
      )}
      <ArchiveItem conversation={conversation} />
      <DeleteItem onPress={() => void deleteConversation(conversation.id)}>{t('chat.delete')}</DeleteItem>
    </>
  )
}
