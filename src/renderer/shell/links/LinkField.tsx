import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { DialogFoot } from '../../components/dialog/DialogFoot.tsx'
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
    <form
      autoComplete="off"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void follow()
      }}
    >
      <TextInput
        label={t('links.askLabel')}
        description={t('links.askHelp')}
        placeholder={t('links.askPlaceholder')}
        value={text}
        error={isUnknown ? t('links.notRecognised') : undefined}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => {
          setText(event.currentTarget.value)
          setUnknown(false)
        }}
      />
      <DialogFoot onCancel={closeQuestion}>
        <Button kind="primary" type="submit" disabled={text.trim() === ''}>
          {t('links.continue')}
        </Button>
      </DialogFoot>
    </form>
  )
}
