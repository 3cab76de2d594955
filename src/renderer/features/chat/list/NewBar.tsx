import { ChevronDown, FilePen, FolderPlus, MessageCircleDashed, Plus } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { Menu } from '../../../components/menu/Menu.tsx'
import { MenuGroup, MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useShortcutKeys } from '../../../platform/shortcuts.ts'
import { newChat } from '../actions/chat-actions.ts'
import { beginFolder } from '../actions/folder-actions.ts'
import { newTemporaryChat } from '../actions/temporary-actions.ts'
import { newText } from '../actions/text-actions.ts'
import classes from './NewBar.module.css'

/** A button for a new chat; its menu creates a temporary chat, a document or a folder. */
export function NewBar() {
  const { t } = useTranslation()
  const keys = useShortcutKeys()
  return (
    <div className={classes.bar}>
      <Button className={classes.new} onClick={() => void newChat()}>
        <Plus size={16} aria-hidden="true" />
        {t('chat.newChat')}
        <span className={classes.keys} aria-hidden="true">
          {keys('new')}
        </span>
      </Button>
      <Menu
        width={248}
        trigger={<IconButton icon={ChevronDown} iconSize={16} className={classes.other} words={t('chat.newOther')} />}
      >
        <MenuItem icon={MessageCircleDashed} shortcut="newTemporary" onPress={() => void newTemporaryChat()}>
          {t('temporary.new')}
        </MenuItem>
        <MenuItem icon={FilePen} onPress={() => void newText()}>
          {t('text.new')}
        </MenuItem>
        <MenuGroup>
          <MenuItem icon={FolderPlus} onPress={() => beginFolder(null, [])}>
            {t('folders.new')}
          </MenuItem>
        </MenuGroup>
      </Menu>
    </div>
  )
}
