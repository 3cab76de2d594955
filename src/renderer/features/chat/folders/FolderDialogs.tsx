import { NativeSelect, Textarea } from '@mantine/core'
import { FolderClosed, FolderOutput, FolderPlus } from 'lucide-react'
import { useState } from 'react'
import type { Conversation } from '../../../../shared/chat.ts'
import { folderNameMax, folderSystemMax } from '../../../../shared/folder-limits.ts'
import type { Folder } from '../../../../shared/folders.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import layout from '../../../components/layout.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { beginFolder, moveChats, putFolder } from '../actions/folder-actions.ts'
import { useFolders } from '../actions/folders-store.ts'
import { endChatSelection } from '../actions/selected-chats.ts'
import { foldersIn, rootFolders } from '../state/folder-items.ts'
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

interface FolderFormProps {
  readonly folder: Folder
  readonly isNew: boolean
  readonly moves: readonly Conversation[]
}

function FolderForm({ folder, isNew, moves }: FolderFormProps) {
  const { t } = useTranslation()
  const folders = useFolders((state) => state.folders)
  const [name, setName] = useState(folder.name)
  const [system, setSystem] = useState(folder.system)
  const [parentId, setParentId] = useState(folder.parentId)
  // a folder with subfolders cannot be in another one
  const holds = folders.some((other) => other.parentId === folder.id)
  const around = folders.filter((other) => other.parentId === null && other.id !== folder.id)
  const save = async () => {
    if (name.trim() === '' || !(await putFolder({ ...folder, name: name.trim(), system, parentId }))) return
    useFolders.setState({ edited: null })
    if (moves.length === 0) return
    endChatSelection()
    await moveChats(moves, folder.id)
  }
  return (
    <Form className={layout.stack} onSend={() => void save()}>
      <TextField data-autofocus label={t('folders.name')} maxLength={folderNameMax} value={name} onText={setName} />
      {holds || around.length === 0 ? null : (
        <NativeSelect
          label={t('folders.inside')}
          value={parentId ?? ''}
          data={[
            { value: '', label: t('folders.none') },
            ...around.map((other) => ({ value: other.id, label: other.name })),
          ]}
          onChange={(event) => setParentId(event.currentTarget.value === '' ? null : event.currentTarget.value)}
        />
      )}
      <Textarea
        label={t('folders.system')}
        description={t('folders.systemHint')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={folderSystemMax}
        value={system}
        onChange={(event) => setSystem(event.currentTarget.value)}
      />
      <DialogFoot
        onCancel={() => useFolders.setState({ edited: null })}
        submit={isNew ? t('folders.create') : t('folders.save')}
        disabled={name.trim() === ''}
      />
    </Form>
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
