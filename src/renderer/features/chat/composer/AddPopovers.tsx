import { KnowledgePopover } from '../knowledge/KnowledgePopover.tsx'
import { ToolsPopover } from '../tools/ToolsPopover.tsx'
import { ResourcesPopover } from './offers/ResourcesPopover.tsx'

interface AddPopoversProps {
  readonly resourcesOpen: boolean
  readonly onResourcesClose: () => void
}

/** The popovers of the composer's menu. */
export function AddPopovers({ resourcesOpen, onResourcesClose }: AddPopoversProps) {
  return (
    <>
      <ToolsPopover />
      <KnowledgePopover />
      <ResourcesPopover isOpen={resourcesOpen} onClose={onResourcesClose} />
    </>
  )
}
