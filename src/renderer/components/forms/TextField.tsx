import { TextInput, type TextInputProps } from '@mantine/core'

interface TextFieldProps extends Omit<TextInputProps, 'onChange'> {
  readonly onText: (text: string) => void
}

/** A labelled line of text that the browser does not remember. */
export function TextField({ onText, ...field }: TextFieldProps) {
  return <TextInput autoComplete="off" {...field} onChange={(event) => onText(event.currentTarget.value)} />
}
