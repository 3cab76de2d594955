import { useState } from 'react'
import { DialogFoot } from '../../components/dialog/DialogFoot.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { closeQuestion, followTyped } from './links-store.ts'

/** A field for a link, for systems that do not pass links on. */
export function LinkField({ onOpened }: { readonly onOpened: () => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const follow = async () => {
    const followed = await followTyped(text)
    if (followed === 'opened') onOpened()
    setUnknown(followed === 'unknown')
  }
  return (
    <Form noValidate onSend={() => void follow()}>
      <TextField
        label={t('links.askLabel')}
        description={t('links.askHelp')}
        placeholder={t('links.askPlaceholder')}
        value={text}
        error={isUnknown ? t('links.notRecognised') : undefined}
        spellCheck={false}
        data-autofocus
        onText={(text) => {
          setText(text)
          setUnknown(false)
        }}
      />
      <DialogFoot onCancel={closeQuestion} submit={t('links.continue')} disabled={text.trim() === ''} />
    </Form>
  )
}
