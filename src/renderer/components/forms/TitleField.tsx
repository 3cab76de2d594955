import { useRef } from 'react'

interface TitleFieldProps {
  readonly label: string
  readonly title: string
  readonly className: string | undefined
  /** Called once: with the new name, or with the old one when the user cancels. */
  readonly onDone: (title: string) => void
}

/**
 * A title while it is edited. Enter and leaving the field save it, Esc cancels; an input method's composition ends
 * first.
 */
export function TitleField({ label, title, className, onDone }: TitleFieldProps) {
  const shown = useRef(false)
  const decided = useRef(false)
  const decide = (name: string) => {
    if (decided.current) return
    decided.current = true
    onDone(name)
  }
  return (
    <input
      autoComplete="off"
      ref={(field) => {
        if (field === null || shown.current) return
        shown.current = true
        field.focus()
        field.select()
      }}
      className={className}
      aria-label={label}
      defaultValue={title}
      maxLength={200}
      onBlur={(event) => decide(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.keyCode === 229) return
        if (event.key === 'Enter') decide(event.currentTarget.value)
        else if (event.key === 'Escape') {
          event.stopPropagation()
          decide(title)
        }
      }}
    />
  )
}
