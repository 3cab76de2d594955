import { Menu } from '@mantine/core'
import { BookOpen, FolderOpen, Paperclip, Plus, Server, Wrench } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../components/IconButton.tsx'
import { ActionMenu, OpeningItem } from '../../../components/window/ActionMenu.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useCollections } from '../../../platform/knowledge-store.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useTools } from '../../../platform/tools-store.ts'
import { useChat } from '../chat-store.ts'
import { chooseFolder } from '../files/folder-pick.ts'
import { isTemporaryOpen } from '../temporary/temporary-open.ts'
import { WithheldButton } from '../temporary/WithheldButton.tsx'
import { useChosenTools } from '../tools/use-chosen-tools.ts'
import classes from './AddMenu.module.css'
import { useOffers } from './offers/offers-store.ts'

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
  const { on } = useChosenTools()
  const [resourcesOpen, setResourcesOpen] = useState(false)
  if (isTemporary) return <WithheldButton icon={Plus} words={t('composer.add')} />
  return (
    <span className={classes.add}>
      <ActionMenu
        width={224}
        position="top-start"
        target={<IconButton icon={Plus} words={t('composer.add')} className={classes.button ?? ''} />}
      >
        <OpeningItem leftSection={<Paperclip size={15} />} onOpen={onChooseFiles}>
          {t('composer.addFiles')}
        </OpeningItem>
        <OpeningItem leftSection={<FolderOpen size={15} />} onOpen={chooseFolder}>
          {t('composer.addFolder')}
        </OpeningItem>
        {hasResources ? (
          <OpeningItem leftSection={<Server size={15} />} onOpen={() => setResourcesOpen(true)}>
            {t('offers.resources')}
          </OpeningItem>
        ) : null}
        {hasCollections || all > 0 ? <Menu.Divider /> : null}
        {hasCollections ? (
          <OpeningItem leftSection={<BookOpen size={15} />} onOpen={() => useChat.setState({ knowledgeOpen: true })}>
            {t('knowledge.choose')}
          </OpeningItem>
        ) : null}
        {all === 0 ? null : (
          <OpeningItem
            leftSection={<Wrench size={15} />}
            rightSection={<span className={classes.count}>{t('tools.ofAll', { on: on.length, all })}</span>}
            onOpen={() => useChat.setState({ toolsOpen: true })}
          >
            {t('tools.title')}
          </OpeningItem>
        )}
      </ActionMenu>
      <AddPopovers resourcesOpen={resourcesOpen} onResourcesClose={() => setResourcesOpen(false)} />
    </span>
  )
}
