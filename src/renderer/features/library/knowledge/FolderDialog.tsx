import { PathDialog } from '../../../components/dialog/PathDialog.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { changeKnowledge } from './knowledge-actions.ts'

interface FolderDialogProps {
  readonly collectionId: string
  readonly sourceId: string
  readonly onClose: () => void
}

/** A field for the path of a folder that becomes a source of a collection. */
export function FolderDialog({ collectionId, onClose, sourceId }: FolderDialogProps) {
  const { t } = useTranslation()
  return (
    <PathDialog
      title={t('knowledge.folderTitle')}
      text={t('knowledge.folderText')}
      label={t('knowledge.folderPath')}
      submit={t('knowledge.folderAdd')}
      onChoose={(path) => changeKnowledge('knowledge.addFolder', { collectionId, sourceId, path })}
      onClose={onClose}
    />
  )
}
