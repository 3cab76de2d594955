import { useState } from 'react'
import type { UpdateState } from '../../../../shared/updates.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { SettingRow } from '../SettingRow.tsx'

interface GoBackProps {
  readonly state: UpdateState
  readonly goBack: () => Promise<void>
}

/** An offer to return to the previous version, with a confirmation. */
export function GoBack({ state: { previous }, goBack }: GoBackProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [isGoing, setGoing] = useState(false)
  const version = previous ?? ''
  const confirm = async () => {
    setGoing(true)
    await goBack()
    setGoing(false)
    setAsking(false)
  }
  return (
    <>
      {previous === null ? null : (
        <SettingRow label={t('updates.goBack', { version })} hint={t('updates.goBackHint')}>
          <Button size="small" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {t('updates.goBackAsk')}
          </Button>
        </SettingRow>
      )}
      <Dialog
        opened={isAsking && previous !== null}
        onClose={() => setAsking(false)}
        title={t('updates.goBackTitle', { version })}
      >
        <p className={dialog.text}>{t('updates.goBackCopy')}</p>
        <p className={dialog.text}>{t('updates.goBackKept')}</p>
        <DialogFoot onCancel={() => setAsking(false)} cancelFocused>
          <Button kind="primary" disabled={isGoing} onClick={() => void confirm()}>
            {t('updates.goBackNow')}
          </Button>
        </DialogFoot>
      </Dialog>
    </>
  )
}
