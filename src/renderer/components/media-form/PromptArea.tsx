import { type ReactNode, useRef } from 'react'
import { appState } from '../../platform/app-store.ts'
import { enterAction, keyPressOf } from '../forms/composer-keys.ts'
import { Field } from '../forms/Field.tsx'
import classes from '../forms/form-column.module.css'
import { useRequestCount } from './use-request-count.ts'

interface PromptAreaProps {
  readonly label: string
  readonly placeholder: string
  readonly maxLength: number
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onSubmit: () => void
  /** Why the prompt cannot be submitted; null if nothing is wrong. */
  readonly problem: string | null
  /** The panel, and a count that changes with each request to focus the field. */
  readonly focus: { readonly panel: string; readonly count: number }
  /** Controls in the label's row. */
  readonly children?: ReactNode
}

/** Field for the prompt of a media panel. */
export function PromptArea(props: PromptAreaProps) {
  const { children, focus, label, maxLength, onChange, onSubmit, placeholder, problem, value } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const composedAt = useRef<number | null>(null)
  useRequestCount(`${focus.panel} prompt`, focus.count, () => field.current?.focus())
  return (
    <Field label={label} asideClass={classes.wrapping} aside={children} problem={problem}>
      {(control) => (
        <textarea
          dir="auto"
          {...control}
          autoComplete="off"
          ref={field}
          className={classes.prompt}
          placeholder={placeholder}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onCompositionEnd={(event) => {
            composedAt.current = event.timeStamp
          }}
          onKeyDown={(event) => {
            const mac = appState().info.platform === 'mac'
            const action = enterAction(keyPressOf(event, mac), 'mod-enter', composedAt.current)
            if (action === 'confirm') event.preventDefault()
            if (action !== 'send') return
            event.preventDefault()
            if (!event.repeat) onSubmit()
          }}
        />
      )}
    </Field>
  )
}
