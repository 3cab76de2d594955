import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface TitleFieldProps {
  readonly title: string
  readonly className: string | undefined
  /** Called once, with the name as it was where one thought better of it. */
  readonly onDone: (title: string) => void
}

/** The name of a transcript while it is changed. */
export function TitleField({ title, className, onDone }: TitleFieldProps) {
  const { t } = useTranslation()
  const shown = useRef(false)
  const decided = useRef(false)
  const decide = (name: string) => {
    if (decided.current) return
    decided.current = true
    onDone(name)
  }
  return (
    <input
      ref={(field) => {
        if (field === null || shown.current) return
        shown.current = true
        field.focus()
        field.select()
      }}
      className={className}
      aria-label={t('transcription.title')}
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
