import { FolderClosed, FolderOutput, FolderPlus } from 'lucide-react'
import type { Conversation } from '../../../../shared/chat.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { beginFolder, moveChats } from '../actions/folder-actions.ts'
import { useFolders } from '../actions/folders-store.ts'
import { endChatSelection } from '../actions/selected-chats.ts'
import { foldersIn, rootFolders } from '../state/folder-items.ts'
import { FolderForm } from './FolderForm.tsx'
import classes from './Folders.module.css'

/** The dialogs of folders: one to create or change a folder, one to choose the folder of chats. */
export function FolderDialogs() {
  const { t } = useTranslation()
  const { edited, moving } = useFolders()
  return (
    <>
      <Dialog
        opened={edited !== null}
        onClose={() => useFolders.setState({ edited: null })}
        title={edited?.isNew === true ? t('folders.newTitle') : t('folders.editTitle')}
        size="large"
      >
        {edited === null ? null : <FolderForm key={edited.folder.id} {...edited} />}
      </Dialog>
      <Dialog
        opened={moving !== null}
        onClose={() => useFolders.setState({ moving: null })}
        title={t('folders.moveTitle')}
      >
        {moving === null ? null : <FolderChoice chats={moving} />}
      </Dialog>
    </>
  )
}

function FolderChoice({ chats }: { readonly chats: readonly Conversation[] }) {
  const { t } = useTranslation()
  const folders = useFolders((state) => state.folders)
  const rows = rootFolders(folders).flatMap((folder) => [
    { folder, depth: 0 },
    ...foldersIn(folders, folder).map((inner) => ({ folder: inner, depth: 1 })),
  ])
  const choose = (folderId: string | null) => {
    useFolders.setState({ moving: null })
    endChatSelection()
    void moveChats(chats, folderId)
  }
  return (
    <ul className={classes.choices}>
      {rows.map(({ depth, folder }) => (
        <li key={folder.id} data-depth={depth}>
          <Button
            kind="row"
            aria-pressed={chats.every(({ folderId }) => folderId === folder.id)}
            className={classes.choice}
            onClick={() => choose(folder.id)}
          >
            <FolderClosed size={15} aria-hidden="true" />
            {folder.name}
          </Button>
        </li>
      ))}
      {chats.every(({ folderId }) => folderId === undefined) ? null : (
        <li>
          <Button kind="row" className={classes.choice} onClick={() => choose(null)}>
            <FolderOutput size={15} aria-hidden="true" />
            {t('folders.moveOut')}
          </Button>
        </li>
      )}
      <li>
        <Button kind="row" className={classes.choice} onClick={() => beginFolder(null, chats)}>
          <FolderPlus size={15} aria-hidden="true" />
          {t('folders.new')}
        </Button>
      </li>
    </ul>
  )
}
