import { useState } from 'react'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { saveCollection, setInCollection } from '../collection-actions.ts'
import { useStudio } from '../studio-store.ts'

/** A dialog that names a new collection, or renames one. */
export function CollectionDialog() {
  const { t } = useTranslation()
  const naming = useStudio((state) => state.naming)
  const close = () => useStudio.setState({ naming: null })
  const title = naming === null || naming.name === '' ? t('images.collectionNew') : t('images.collectionRename')
  return (
    <Dialog opened={naming !== null} onClose={close} title={title.replace(/…$/, '')}>
      {naming === null ? null : <NameForm key={naming.id} naming={naming} onDone={close} />}
    </Dialog>
  )
}

type Naming = NonNullable<ReturnType<typeof useStudio.getState>['naming']>

function NameForm({ naming, onDone }: { naming: Naming; onDone: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(naming.name)
  const [saving, setSaving] = useState(false)
  const save = async () => {
    if (name.trim() === '' || saving) return
    setSaving(true)
    const saved = await saveCollection(naming.id, name)
    setSaving(false)
    if (!saved) return
    onDone()
    await setInCollection(naming.imageIds, { id: naming.id, name: name.trim() }, true)
  }
  return (
    <Form onSend={() => void save()}>
      <TextField data-autofocus label={t('images.collectionName')} maxLength={80} value={name} onText={setName} />
      <DialogFoot onCancel={onDone} submit={t('app.save')} disabled={name.trim() === '' || saving} />
    </Form>
  )
}
