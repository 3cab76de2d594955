import { Menu } from '@mantine/core'
import { ChevronDown, FilePen, FolderPlus, MessageCircleDashed, Plus } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { ActionMenu, OpeningItem } from '../../../components/window/ActionMenu.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useShortcutKeys } from '../../../platform/shortcuts.ts'
import { newChat } from '../chat-actions.ts'
import { beginFolder } from '../folders/folder-actions.ts'
import { newTemporaryChat } from '../temporary/temporary-actions.ts'
import { newText } from '../text/text-actions.ts'
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
      <ActionMenu width={248} target={<IconButton icon={ChevronDown} iconSize={16} words={t('chat.newOther')} />}>
        <OpeningItem
          leftSection={<MessageCircleDashed size={15} />}
          rightSection={<span className={classes.keys}>{keys('newTemporary')}</span>}
          onOpen={() => void newTemporaryChat()}
        >
          {t('temporary.new')}
        </OpeningItem>
        <OpeningItem leftSection={<FilePen size={15} />} onOpen={() => void newText()}>
          {t('text.new')}
        </OpeningItem>
        <Menu.Divider />
        <OpeningItem leftSection={<FolderPlus size={15} />} onOpen={() => beginFolder(null, null)}>
          {t('folders.new')}
        </OpeningItem>
      </ActionMenu>
    </div>
  )
}
