import { BookOpen, FolderOpen, Paperclip, Plus, Search, Server, Wrench } from 'lucide-react'
import { useState } from 'react'
import { webTools } from '../../../../shared/web-tool-ids.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { Menu } from '../../../components/menu/Menu.tsx'
import { MenuGroup, MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useCollections } from '../../../platform/knowledge-store.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { showSettings } from '../../../platform/navigation.ts'
import { useTools } from '../../../platform/tools-store.ts'
import { chooseFolder } from '../actions/folder-pick.ts'
import { useOffers } from '../actions/offers-store.ts'
import { canSearchWeb, useSearchesWeb } from '../actions/searches-web.ts'
import { useChat } from '../state/chat-store.ts'
import { withTools } from '../state/chat-tools.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'
import { WithheldButton } from '../temporary/WithheldButton.tsx'
import { useChosenTools } from '../tools/use-chosen-tools.ts'
import classes from './AddMenu.module.css'

const AddPopovers = lazyComponent(async () => (await import('../late-parts.ts')).AddPopovers)

/**
 * A menu for files, folders, servers, knowledge and tools. All popovers are anchored to its button: an anchor that
 * appears with the first tool would move them.
 */
export function AddMenu({ onChooseFiles }: { readonly onChooseFiles: () => void }) {
  const { t } = useTranslation()
  const isTemporary = useChat(isTemporaryOpen)
  const hasResources = useOffers(({ offers }) => offers.some(({ resources }) => resources.length > 0))
  const hasCollections = useCollections(({ collections }) => (collections ?? []).length > 0)
  const all = useTools((state) => state.tools.length)
  const { choice, choose, on } = useChosenTools()
  const canSearch = useTools(canSearchWeb)
  const searches = useSearchesWeb()
  const [resourcesOpen, setResourcesOpen] = useState(false)
  if (isTemporary) return <WithheldButton icon={Plus} words={t('composer.add')} />
  return (
    <span className={classes.add}>
      <Menu
        position="top-start"
        trigger={<IconButton icon={Plus} words={t('composer.add')} className={classes.button ?? ''} />}
      >
        <MenuItem icon={Paperclip} onPress={onChooseFiles}>
          {t('composer.addFiles')}
        </MenuItem>
        <MenuItem icon={FolderOpen} onPress={chooseFolder}>
          {t('composer.addFolder')}
        </MenuItem>
        {hasResources ? (
          <MenuItem icon={Server} onPress={() => setResourcesOpen(true)}>
            {t('offers.resources')}
          </MenuItem>
        ) : null}
        <MenuGroup>
          <MenuItem
            icon={Search}
            onPress={() => (canSearch ? choose(withTools(choice, webTools, !searches)) : showSettings('tools'))}
          >
            {t(canSearch ? (searches ? 'web.turnOff' : 'web.turnOn') : 'web.setUp')}
          </MenuItem>
          {hasCollections ? (
            <MenuItem icon={BookOpen} onPress={() => useChat.setState({ knowledgeOpen: true })}>
              {t('knowledge.choose')}
            </MenuItem>
          ) : null}
          {all === 0 ? null : (
            <MenuItem
              icon={Wrench}
              aside={t('tools.ofAll', { on: on.length, all })}
              onPress={() => useChat.setState({ toolsOpen: true })}
            >
              {t('tools.title')}
            </MenuItem>
          )}
        </MenuGroup>
      </Menu>
      <AddPopovers resourcesOpen={resourcesOpen} onResourcesClose={() => setResourcesOpen(false)} />
    </span>
  )
}
