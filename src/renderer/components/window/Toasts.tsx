import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
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

/**
 * Short messages at the foot of the view. A narrow window has no free place for them, so a list there ends above them
 * (`toast-foot.module.css`).
 */
export function Toasts() {
  const { t } = useTranslation()
  const { toasts, isRaised } = useToasts()
  const list = useRef<HTMLUListElement>(null)
  const isShown = toasts.length > 0
  useLayoutEffect(() => {
    const element = list.current
    if (element === null || !isShown) return undefined
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => root.setProperty('--toast-room', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.removeProperty('--toast-room')
    }
  }, [isShown])
  return (
    <section
      aria-label={t('app.notifications')}
      aria-live="polite"
      className={classes.corner}
      data-raised={isRaised || undefined}
    >
      <ul ref={list} className={classes.list}>
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} />
        ))}
      </ul>
    </section>
  )
}
