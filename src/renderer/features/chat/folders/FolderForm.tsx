import { NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Conversation, Parameters } from '../../../../shared/chat.ts'
import { defaultParameters } from '../../../../shared/chat-limits.ts'
import { folderNameMax, folderSystemMax } from '../../../../shared/folder-limits.ts'
import type { Folder } from '../../../../shared/folders.ts'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { Fold } from '../../../components/Fold.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import layout from '../../../components/layout.module.css'
import { PresetMeans } from '../../../components/presets/PresetMeans.tsx'
import { PresetParameters } from '../../../components/presets/PresetParameters.tsx'
import { type PresetTarget, TargetFields } from '../../../components/presets/TargetFields.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { areReady, type ComposerFile, sendable } from '../actions/composer-files.ts'
import { moveChats, saveFolder } from '../actions/folder-actions.ts'
import { useFolders } from '../actions/folders-store.ts'
import { endChatSelection } from '../actions/selected-chats.ts'
import { folderParameters } from '../state/folder-start.ts'
import { FolderFiles } from './FolderFiles.tsx'
import classes from './Folders.module.css'

interface FolderFormProps {
  readonly folder: Folder
  readonly isNew: boolean
  /** Chats that are moved into the folder once it is stored. */
  readonly moves: readonly Conversation[]
}

/** A form to create a folder, or to change what its new chats begin with. */
export function FolderForm({ folder, isNew, moves }: FolderFormProps) {
  const { t } = useTranslation()
  const folders = useFolders((state) => state.folders)
  const [name, setName] = useState(folder.name)
  const [parentId, setParentId] = useState(folder.parentId)
  const [parameters, setParameters] = useState<Parameters>({
    ...{ ...defaultParameters, ...folder.parameters },
    system: folder.system,
  })
  const [target, setTarget] = useState<PresetTarget>({
    ...{ connectionId: folder.connectionId ?? null, model: folder.model ?? '' },
  })
  const [files, setFiles] = useState<readonly ComposerFile[]>(() =>
    (folder.files ?? []).map((file) => ({
      ...{ key: crypto.randomUUID(), name: file.name, file },
      ...{ refusal: null, source: null },
    })),
  )
  // a folder with subfolders cannot be in another one
  const holds = folders.some((other) => other.parentId === folder.id)
  const around = folders.filter((other) => other.parentId === null && other.id !== folder.id)
  const isNamedTwice = folders.some((other) => other.id !== folder.id && other.name === name.trim())
  const maySave = name.trim() !== '' && areReady(files)
  const save = async () => {
    const stored = folderOf(folder, { name: name.trim(), parentId, parameters, target, files })
    if (!maySave || !(await saveFolder(stored))) return
    useFolders.setState({ edited: null })
    if (moves.length === 0) return
    endChatSelection()
    await moveChats(moves, folder.id)
  }
  return (
    <Form className={layout.stack} isReady={maySave} onSend={() => void save()}>
      <div>
        <TextField data-autofocus label={t('folders.name')} maxLength={folderNameMax} value={name} onText={setName} />
        {/* there from the beginning, so that its words are announced */}
        <span role="status" className={layout.quiet}>
          {isNamedTwice ? t('folders.sameName') : null}
        </span>
      </div>
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
        value={parameters.system}
        onChange={(event) => {
          const system = event.currentTarget.value
          setParameters((before) => ({ ...before, system }))
        }}
      />
      <Fold title={t('folders.more')} opened={!isNew}>
        {() => (
          <div className={classes.fields}>
            <TargetFields {...target} unnamed={t('folders.unnamed')} onChange={setTarget} />
            <PresetParameters parameters={parameters} onEdit={setParameters} />
            <PresetMeans parameters={parameters} onChange={setParameters} />
            <FolderFiles files={files} onEdit={setFiles} />
          </div>
        )}
      </Fold>
      <DialogFoot
        onCancel={() => useFolders.setState({ edited: null })}
        submit={isNew ? t('folders.create') : t('folders.save')}
        disabled={!maySave}
      />
    </Form>
  )
}

interface Edited extends Pick<Folder, 'name' | 'parentId'> {
  readonly parameters: Parameters
  readonly target: PresetTarget
  readonly files: readonly ComposerFile[]
}

/** Returns the folder as the form says. */
function folderOf({ collapsed, id }: Folder, edited: Edited): Folder {
  const { connectionId, model } = edited.target
  const parameters = folderParameters(edited.parameters)
  const files = sendable(edited.files)
  return {
    ...{ id, collapsed, name: edited.name, parentId: edited.parentId, system: edited.parameters.system },
    ...(connectionId === null ? {} : { connectionId }),
    ...(model.trim() === '' ? {} : { model: model.trim() }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(files.length === 0 ? {} : { files }),
  }
}
