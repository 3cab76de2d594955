import { ChevronDown, ChevronRight, FolderClosed, FolderPlus, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Folder } from '../../../../shared/folders.ts'
import { Button } from '../../../components/Button.tsx'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import {
  beginFolder,
  editFolder,
  moveDropped,
  newChatIn,
  removeFolder,
  toggleFolder,
} from '../actions/folder-actions.ts'
import { draggedChats, holdsChats } from '../folders/dragged-chat.ts'
import classes from '../folders/Folders.module.css'
import { folderKey } from '../state/folder-items.ts'
import list from './Sidebar.module.css'

interface FolderRowProps {
  readonly folder: Folder
  /** Number of folders above it. */
  readonly depth: number
  readonly focusable: boolean
  readonly onFocus: () => void
}

/** A folder in the list: it opens and closes, and accepts chats dropped on it. */
export function FolderRow({ depth, focusable, folder, onFocus }: FolderRowProps) {
  const { t } = useTranslation()
  const [menu, setMenu] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const Arrow = folder.collapsed ? ChevronRight : ChevronDown
  return (
    // biome-ignore lint/a11y/useSemanticElements: an item of the virtual list, see Sidebar
    <div
      role="listitem"
      className={list.item}
      data-depth={depth}
      onDragOver={(event) => {
        if (!holdsChats(event)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        const ids = draggedChats(event)
        if (ids.length === 0) return
        event.preventDefault()
        event.stopPropagation()
        void moveDropped(ids, folder.id)
      }}
    >
      <Button
        kind="row"
        className={`${list.row} ${classes.folder}`}
        data-row={folderKey(folder.id)}
        data-over={isOver || undefined}
        aria-expanded={!folder.collapsed}
        tabIndex={focusable ? 0 : -1}
        onFocus={onFocus}
        onClick={() => void toggleFolder(folder)}
        onContextMenu={(event) => {
          event.preventDefault()
          setMenu(true)
        }}
      >
        <b>
          <Arrow size={14} aria-hidden="true" />
          <FolderClosed size={15} aria-hidden="true" />
          <Line text={folder.name} />
        </b>
      </Button>
      <MoreMenu
        opened={menu}
        onChange={setMenu}
        words={t('folders.actionsOf', { name: folder.name })}
        size="small"
        className={`${list.menu} ${classes.menu}`}
        tabIndex={focusable ? 0 : -1}
      >
        <MenuItem icon={Plus} onPress={() => void newChatIn(folder)}>
          {t('folders.newChat')}
        </MenuItem>
        {folder.parentId === null ? (
          <MenuItem icon={FolderPlus} onPress={() => beginFolder(folder.id, [])}>
            {t('folders.newInside')}
          </MenuItem>
        ) : null}
        <MenuItem icon={Pencil} onPress={() => editFolder(folder)}>
          {t('folders.edit')}
        </MenuItem>
        <DeleteItem onPress={() => void removeFolder(folder)}>{t('folders.remove')}</DeleteItem>
      </MoreMenu>
    </div>
  )
}
