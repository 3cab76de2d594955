import type { ComponentProps } from 'react'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** False while Enter must do nothing. */
  readonly isReady?: boolean
  readonly onSend: () => void
}

/** A form whose submission is `onSend` and never a request of the browser. */
export function Form({ isReady = true, onSend, ...form }: FormProps) {
  return (
    <form
      autoComplete="off"
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onSend()
      }}
    />
  )
}
