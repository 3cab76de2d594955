import type { LucideIcon } from 'lucide-react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useSession } from './editor-store.ts'
import classes from './MaskEditor.module.css'

interface ToolButtonProps {
  readonly icon: LucideIcon
  readonly label: string
  /** The shortcut as shown in the tooltip. */
  readonly hint?: string
  /** The shortcut in the form of `aria-keyshortcuts`. */
  readonly shortcut?: string
  /** State of a toggle button; absent for other buttons. */
  readonly pressed?: boolean
  readonly disabled?: boolean
  onPress(): void
}

/** A button of the editor. After a mouse click the canvas gets the focus and keys back. */
export function ToolButton(props: ToolButtonProps) {
  const { icon: Icon, label, hint, shortcut, pressed, disabled = false, onPress } = props
  const { hooks } = useSession()
  return (
    <IconButton
      icon={Icon}
      words={label}
      className={classes.tool}
      title={hint === undefined ? label : `${label} (${hint})`}
      aria-keyshortcuts={shortcut ?? hint}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={(event) => {
        onPress()
        if (event.detail > 0) hooks.focusCanvas()
      }}
    />
  )
}
