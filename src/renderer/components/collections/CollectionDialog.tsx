import { useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { DialogFoot } from '../dialog/DialogFoot.tsx'
import { Form } from '../forms/Form.tsx'
import { TextField } from '../forms/TextField.tsx'
import type { CollectionActions, Naming } from './collection-actions.ts'

interface CollectionDialogProps {
  readonly naming: Naming | null
  readonly actions: CollectionActions
}

/** A dialog that names a new collection, or renames one. */
export function CollectionDialog({ actions, naming }: CollectionDialogProps) {
  const { t } = useTranslation()
  const title = naming === null || naming.name === '' ? t('images.collectionNew') : t('images.collectionRename')
  return (
    <Dialog opened={naming !== null} onClose={actions.stopNaming} title={title.replace(/…$/, '')}>
      {naming === null ? null : <NameForm key={naming.id} naming={naming} actions={actions} />}
    </Dialog>
  )
}

function NameForm({ actions, naming }: { readonly actions: CollectionActions; readonly naming: Naming }) {
  const { t } = useTranslation()
  const [name, setName] = useState(naming.name)
  const [saving, setSaving] = useState(false)
  const save = async () => {
    if (name.trim() === '' || saving) return
    setSaving(true)
    const saved = await actions.saveCollection(naming.id, name)
    setSaving(false)
    if (!saved) return
    actions.stopNaming()
    await actions.setInCollection(naming.itemIds, { id: naming.id, name: name.trim() }, true)
  }
  return (
    <Form onSend={() => void save()}>
      <TextField data-autofocus label={t('images.collectionName')} maxLength={80} value={name} onText={setName} />
      <DialogFoot onCancel={actions.stopNaming} submit={t('app.save')} disabled={name.trim() === '' || saving} />
    </Form>
  )
}
