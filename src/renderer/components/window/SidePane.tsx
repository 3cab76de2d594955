import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { IconButton } from '../IconButton.tsx'
import classes from './SidePane.module.css'

interface SidePaneProps {
  /** Accessible name; the title by default. */
  readonly label?: string
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A pane at the right edge, 420 px wide, over the other content. It takes the focus on opening, returns it on closing,
 * and closes on Escape.
 */
export function SidePane({ label, title, onClose, children }: SidePaneProps) {
  const { t } = useTranslation()
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    region.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside
      ref={region}
      className={classes.pane}
      aria-label={label ?? title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <header className={classes.top}>
        <h2 className={classes.title}>{title}</h2>
        <IconButton icon={X} iconSize={16} words={t('app.close')} onClick={onClose} />
      </header>
      {children}
    </aside>
  )
}
