import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { DangerDialog } from '../components/dialog/DangerDialog.tsx'
import { Dialog } from '../components/dialog/Dialog.tsx'
import { DialogFoot } from '../components/dialog/DialogFoot.tsx'
import { Part, Sample } from './Part.tsx'
import { useSampleWords } from './sample-words.ts'

/** Dialogs. */
export function WindowParts() {
  const { act, hint, long, name } = useSampleWords()
  const [shown, setShown] = useState<'dialog' | 'question' | null>(null)
  const close = () => setShown(null)
  return (
    <Part name="Dialog">
      <Sample state="Dialog, DangerDialog">
        <Button onClick={() => setShown('dialog')}>Dialog</Button>
        <Button onClick={() => setShown('question')}>DangerDialog</Button>
      </Sample>
      <Dialog title={long} opened={shown === 'dialog'} onClose={close} size="large">
        <p>{hint}</p>
        <DialogFoot onCancel={close}>
          <Button kind="primary" onClick={close}>
            {act}
          </Button>
        </DialogFoot>
      </Dialog>
      <DangerDialog
        title={name}
        opened={shown === 'question'}
        prompt={long}
        onClose={close}
        confirm={act}
        onConfirm={close}
      >
        <p>{hint}</p>
      </DangerDialog>
    </Part>
  )
}
