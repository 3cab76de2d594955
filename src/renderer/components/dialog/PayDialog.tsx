import type { ReactNode } from 'react'
import type { Money } from '../../../shared/prices.ts'
import { useLanguage } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import dialog from '../dialog/dialog.module.css'
import { swallowRepeat } from '../forms/swallow-repeat.ts'
import { moneyWords } from '../words/money-words.ts'
import { Unbroken } from '../words/Unbroken.tsx'
import { QuestionDialog } from './QuestionDialog.tsx'

interface PayDialogProps {
  readonly title: string
  readonly model: string
  /** Cost of the request; null if no price is known. */
  readonly cost: Money | null
  /** The prompt of a single request. */
  readonly prompt: string | null
  /** Text of the button that pays. */
  readonly confirm: string
  readonly onAgreed: () => void
  readonly onClose: () => void
  /** Text before the price. */
  readonly children?: ReactNode
}

/** A confirmation of a paid request, with its price. */
export function PayDialog(props: PayDialogProps) {
  const { children, confirm, cost, model, onAgreed, onClose, prompt, title } = props
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <QuestionDialog
      title={title}
      prompt={prompt}
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          onClick={(event) => {
            swallowRepeat(event)
            onClose()
            onAgreed()
          }}
        >
          {confirm}
        </Button>
      }
    >
      {children}
      <p className={dialog.text}>
        <Unbroken
          text={
            cost === null
              ? t('money.payUnknown', { model })
              : t('money.payPrice', { price: moneyWords(language, cost) })
          }
        />
      </p>
    </QuestionDialog>
  )
}
