import { useState } from 'react'
import { Dialog } from '../../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../../components/dialog/dialog.module.css'
import { Form } from '../../../../components/forms/Form.tsx'
import { TextField } from '../../../../components/forms/TextField.tsx'
import layout from '../../../../components/layout.module.css'
import { useTranslation } from '../../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../../platform/line-text.ts'
import { type OpenPrompt, useMenu } from '../../state/menu-store.ts'
import { insertPrompt } from './insert-offer.ts'

const close = () => useMenu.setState({ prompt: null })

/** A form for the arguments of a server's prompt. Its text is then put into the composer, where it can be changed. */
export function PromptForm() {
  const open = useMenu((state) => state.prompt)
  return (
    <Dialog opened={open !== null} onClose={close} title={open === null ? '' : lineText(open.prompt.title)}>
      {open === null ? null : <Gaps open={open} />}
    </Dialog>
  )
}

function Gaps({ open: { prompt, server, serverId } }: { open: OpenPrompt }) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const isWhole = prompt.arguments.every(({ isRequired, name }) => !isRequired || (values[name] ?? '').trim() !== '')
  return (
    <Form
      onSend={() => {
        if (!isWhole) return
        close()
        const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
        void insertPrompt(serverId, prompt.name, server, given)
      }}
    >
      <div className={layout.stack}>
        <p className={dialog.text}>{t('offers.promptHint', { server: lineText(server) })}</p>
        {prompt.arguments.map(({ description, isRequired, name }, index) => (
          <TextField
            key={name}
            label={lineText(name)}
            description={lineText(description)}
            required={isRequired}
            value={values[name] ?? ''}
            maxLength={20_000}
            data-autofocus={index === 0 ? true : undefined}
            onText={(text) => setValues({ ...values, [name]: text })}
          />
        ))}
      </div>
      <DialogFoot onCancel={close} submit={t('offers.insert')} disabled={!isWhole} />
    </Form>
  )
}
