import { Checkbox, Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import dialog from '../../../components/window/dialog.module.css'
import { PassphraseFields, passphraseFault } from './PassphraseFields.tsx'

interface MakeDialogProps {
  readonly onClose: () => void
  readonly onMake: (passphrase: string | null) => void
}

/** Whether the backup that is made now is to be protected. */
export function MakeDialog({ onClose, onMake }: MakeDialogProps) {
  const { t } = useTranslation()
  const [sealed, setSealed] = useState(false)
  const [typed, setTyped] = useState({ first: '', second: '' })
  const ready = !sealed || passphraseFault(typed.first, typed.second) === null
  return (
    <Modal opened onClose={onClose} title={t('backup.makeTitle')} closeButtonProps={{ 'aria-label': t('app.close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) onMake(sealed ? typed.first : null)
        }}
      >
        <p className={dialog.text}>{t('backup.makeText')}</p>
        <Checkbox
          my="sm"
          label={t('backup.protect')}
          description={t('backup.protectHint')}
          checked={sealed}
          onChange={(event) => setSealed(event.currentTarget.checked)}
        />
        {sealed ? <PassphraseFields value={typed} onChange={setTyped} /> : null}
        <div className={dialog.actions}>
          <button type="button" className={buttons.quiet} onClick={onClose}>
            {t('app.cancel')}
          </button>
          <button type="submit" className={buttons.primary} disabled={!ready}>
            {t('backup.make')}
          </button>
        </div>
      </form>
    </Modal>
  )
}
