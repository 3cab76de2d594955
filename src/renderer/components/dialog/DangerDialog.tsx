import { Button } from '../Button.tsx'
import { QuestionDialog, type QuestionDialogProps } from './QuestionDialog.tsx'

interface DangerDialogProps extends Omit<QuestionDialogProps, 'actions'> {
  /** Words of the button that does it. */
  readonly confirm: string
  /** Called after `onClose`. */
  readonly onConfirm: () => void
}

/** A question before something is lost for good. */
export function DangerDialog({ confirm, onConfirm, ...question }: DangerDialogProps) {
  return (
    <QuestionDialog
      {...question}
      actions={
        <Button
          kind="danger"
          onClick={() => {
            question.onClose()
            onConfirm()
          }}
        >
          {confirm}
        </Button>
      }
    />
  )
}
