import type { ReactNode } from 'react'
import { useModKey } from '../../platform/app-store.ts'
import { Button } from '../Button.tsx'
import classes from '../forms/form-column.module.css'

interface SubmitBarProps {
  readonly onSubmit: () => void
  readonly disabled?: boolean
  /** Accessible name and description, if they differ from the words. */
  readonly label?: string
  readonly description?: string | undefined
  /** False if the shortcut does not apply or would do something else. */
  readonly hasKeys?: boolean
  readonly words: ReactNode
  /** Content below the button. */
  readonly children?: ReactNode
}

/** The button that submits a media form; it stays visible while the form scrolls. */
export function SubmitBar(props: SubmitBarProps) {
  const { children, description, disabled, hasKeys = true, label, onSubmit, words } = props
  const mod = useModKey()
  return (
    <div className={classes.go}>
      <Button
        kind="primary"
        size="wide"
        disabled={disabled}
        aria-label={label}
        aria-description={description}
        onClick={onSubmit}
        onKeyDown={(event) => {
          // a held Enter must not submit many
          if (event.repeat) event.preventDefault()
        }}
      >
        {words}
        {hasKeys ? (
          <span className={classes.keys} aria-hidden="true">
            {mod === '⌘' ? '⌘↵' : 'Ctrl ↵'}
          </span>
        ) : null}
      </Button>
      {children}
    </div>
  )
}
