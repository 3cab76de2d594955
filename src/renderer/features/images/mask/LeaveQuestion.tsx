import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { useEditor } from './editor-store.ts'
import classes from './MaskEditor.module.css'

interface LeaveQuestionProps {
  onStay(): void
  onDiscard(): void
}

/** Asked before changes are thrown away. */
export function LeaveQuestion({ onStay, onDiscard }: LeaveQuestionProps) {
  const { t } = useTranslation()
  const busy = useEditor((state) => state.busy)
  const stuck = useEditor((state) => state.trouble?.what === 'discard')
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <div role="alertdialog" aria-labelledby="mask-leave" className={classes.question}>
      <p id="mask-leave" className={classes.grow}>
        {t('mask.leave.question')}
      </p>
      <button ref={stay} type="button" className={`${buttons.quiet} ${buttons.small}`} disabled={busy} onClick={onStay}>
        {t('mask.leave.stay')}
      </button>
      <button type="button" className={`${buttons.danger} ${buttons.small}`} disabled={busy} onClick={onDiscard}>
        {stuck ? t('mask.leave.anyway') : t('mask.leave.discard')}
      </button>
    </div>
  )
}
