import { NativeSelect, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { askedVariables, fillPrompt, type PromptVariable, variableKey } from '../../../../../shared/prompt-text.ts'
import { Dialog } from '../../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../../components/dialog/DialogFoot.tsx'
import { enterAction, keyPressOf } from '../../../../components/forms/composer-keys.ts'
import { Form } from '../../../../components/forms/Form.tsx'
import layout from '../../../../components/layout.module.css'
import { BrokenNote } from '../../../../components/prompts/BrokenNote.tsx'
import { appState } from '../../../../platform/app-store.ts'
import { useTranslation } from '../../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../../platform/line-text.ts'
import { type FilledPrompt, useMenu } from '../../state/menu-store.ts'
import classes from './ComposerMenu.module.css'

/** Longest value, in UTF-16 units. */
const valueMax = 200_000

const close = () => useMenu.setState({ filled: null })

/** A form for the variables of a prompt or assistant. Enter uses the text, Escape leaves everything unchanged. */
export function VariablesForm() {
  const open = useMenu((state) => state.filled)
  return (
    <Dialog opened={open !== null} onClose={close} title={open === null ? '' : lineText(open.title)}>
      {open === null ? null : <Fields open={open} />}
    </Dialog>
  )
}

function Fields({ open: { offered, template, use, values: first } }: { open: FilledPrompt }) {
  const { t } = useTranslation()
  const [values, setValues] = useState(first)
  const composedAt = useRef<number | null>(null)
  const asked = askedVariables(template)
  const set = (variable: PromptVariable, value: string) =>
    setValues((before) => new Map([...before, [variableKey(variable.name), value]]))
  const insert = () => {
    close()
    use(fillPrompt(template, values))
  }
  return (
    <Form
      onSend={insert}
      onCompositionEnd={(event) => {
        composedAt.current = event.timeStamp
      }}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLButtonElement) return
        const press = keyPressOf(event, appState().info.platform === 'mac')
        if (press.key !== 'Enter' || press.shift || press.alt || press.isComposing || press.keyCode === 229) return
        event.preventDefault()
        // an Enter that only ended a composition does nothing
        if (enterAction(press, 'enter', composedAt.current) !== 'confirm') insert()
      }}
    >
      <div className={layout.stack}>
        {asked.map((variable, index) => (
          <VariableField
            key={variableKey(variable.name)}
            variable={variable}
            value={values.get(variableKey(variable.name)) ?? ''}
            isFirst={index === 0}
            onChange={(value) => set(variable, value)}
          />
        ))}
      </div>
      <BrokenNote template={template} />
      <p className={classes.keys}>{t(offered === 'assistants' ? 'prompts.startHint' : 'prompts.fillHint')}</p>
      <DialogFoot onCancel={close} submit={t(offered === 'assistants' ? 'prompts.start' : 'prompts.insert')} />
    </Form>
  )
}

interface VariableFieldProps {
  readonly variable: PromptVariable
  readonly value: string
  readonly isFirst: boolean
  readonly onChange: (value: string) => void
}

function VariableField({ variable: { choices, kind, name }, value, isFirst, onChange }: VariableFieldProps) {
  const { t } = useTranslation()
  const change = useRef(onChange)
  change.current = onChange
  useEffect(() => {
    if (kind === 'clipboard')
      // if the page may not read the clipboard, the user pastes
      void navigator.clipboard?.readText().then(
        (text) => change.current(text.slice(0, valueMax)),
        () => undefined,
      )
  }, [kind])
  const focus = isFirst ? { 'data-autofocus': true } : {}
  if (kind === 'choice')
    return (
      <NativeSelect
        {...focus}
        label={lineText(name)}
        value={value}
        data={[...choices]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <Textarea
      {...focus}
      label={lineText(name)}
      description={
        kind === 'clipboard' ? t('prompts.pasteHere') : kind === 'selection' ? t('prompts.selectHint') : undefined
      }
      autosize
      minRows={1}
      maxRows={8}
      maxLength={valueMax}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
