import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { closeToast, type Toast, toastMs, useToasts } from '../../platform/toasts.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { Line } from '../words/Line.tsx'
import classes from './Toasts.module.css'

function ToastLine({ toast }: { toast: Toast }) {
  const { t } = useTranslation()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    // a toast under the pointer or with the focus stays
    if (held) return undefined
    const timer = setTimeout(() => closeToast(toast.id), toastMs)
    return () => clearTimeout(timer)
    // a changed text restarts the timer
  }, [toast, held])
  const { action } = toast
  return (
    <li
      className={classes.toast}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.text}>
        <Line text={toast.text} />
        {toast.count === 1 ? null : <span className={classes.count}>{` × ${toast.count}`}</span>}
      </span>
      {action === null ? null : (
        <Button
          size="small"
          onClick={() => {
            closeToast(toast.id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon={X} words={t('app.close')} iconSize={15} size="small" onClick={() => closeToast(toast.id)} />
    </li>
  )
}

export function Toasts() {
  const { t } = useTranslation()
  const { toasts, isLow } = useToasts()
  return (
    <section
      aria-label={t('app.notifications')}
      aria-live="polite"
      className={classes.corner}
      data-low={isLow || undefined}
    >
      <ul className={classes.list}>
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} />
        ))}
      </ul>
    </section>
  )
}
