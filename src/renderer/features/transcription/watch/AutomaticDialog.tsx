import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import { type Currency, parsePrice, priceFor, priceText } from '../../../../shared/prices.ts'
import type { WatchedFolder } from '../../../../shared/watched-folder.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import layout from '../../../components/layout.module.css'
import { moneyWords } from '../../../components/words/money-words.ts'
import { Unbroken } from '../../../components/words/Unbroken.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useMoney } from '../../../platform/money-store.ts'
import { showSettings } from '../../../platform/navigation.ts'
import { requestNow } from '../intake/take-files.ts'
import { useTranscriptionTarget } from '../target.ts'
import { folderName } from './folder-name.ts'
import { setAutomatic } from './watch-actions.ts'

interface AutomaticDialogProps {
  readonly folder: WatchedFolder
  readonly onClose: () => void
}

/** Turns automatic sending on or off, and says what is sent where and what it may cost. */
export function AutomaticDialog({ folder, onClose }: AutomaticDialogProps) {
  const { t } = useTranslation()
  const prices = useMoney((state) => state.prices)
  const { connection, model } = useTranscriptionTarget()
  const [error, setError] = useState<AppError | null>(null)
  const price = connection === null ? null : priceFor(prices, connection.id, model)
  const change = async (automatic: Parameters<typeof setAutomatic>[0]): Promise<void> => {
    const fault = await setAutomatic(automatic)
    if (fault === null) onClose()
    else setError(fault)
  }
  const off =
    folder.automatic === null ? null : (
      <Button onClick={() => void change(null)}>{t('transcription.watch.turnOff')}</Button>
    )
  const note = error === null ? null : <ErrorNote error={error} place={{ where: 'form', hasText: false }} />
  return (
    <Dialog onClose={onClose} title={t('transcription.watch.automaticTitle')}>
      {connection === null || price === null || price.minute === null ? (
        <>
          <p className={dialog.text}>{t('transcription.watch.needsPrice', { model })}</p>
          {note}
          <DialogFoot onCancel={onClose}>
            {off}
            <Button
              kind="primary"
              onClick={() => {
                onClose()
                showSettings('prices')
              }}
            >
              {t('transcription.watch.enterPrices')}
            </Button>
          </DialogFoot>
        </>
      ) : (
        <BudgetForm
          {...{ folder, onClose, off, note, model }}
          connection={connection.name}
          currency={price.currency}
          onTurnOn={async (nano) => {
            const request = await requestNow()
            if (request === null) onClose()
            else await change({ request, budget: { currency: price.currency, nano } })
          }}
        />
      )}
    </Dialog>
  )
}

interface BudgetFormProps extends AutomaticDialogProps {
  readonly connection: string
  readonly model: string
  readonly currency: Currency
  /** The button that turns it off; null while it is off. */
  readonly off: React.ReactNode
  readonly note: React.ReactNode
  readonly onTurnOn: (nano: number) => Promise<void>
}

function BudgetForm({ connection, currency, folder, model, note, off, onClose, onTurnOn }: BudgetFormProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const before = folder.automatic?.budget
  const [text, setText] = useState(before?.currency === currency ? priceText(before.nano) : '')
  const nano = parsePrice(text)
  const isReady = nano !== null && nano > 0
  return (
    <Form className={layout.stack} isReady={isReady} onSend={() => void (isReady && onTurnOn(nano))}>
      <TextField
        label={t('transcription.watch.budget', { currency: currency === 'CNY' ? '¥' : '$' })}
        inputMode="decimal"
        maxLength={12}
        value={text}
        data-autofocus
        onText={setText}
      />
      <p className={dialog.text} role="status">
        <Unbroken
          text={
            isReady
              ? t('transcription.watch.consent', {
                  ...{ connection, model, folder: folderName(folder.path) },
                  budget: moneyWords(language, { currency, nano }),
                })
              : t('transcription.watch.needsBudget')
          }
        />
      </p>
      <p className={dialog.text}>{t('transcription.watch.also')}</p>
      {note}
      <DialogFoot onCancel={onClose} submit={t('transcription.watch.turnOn')} disabled={!isReady}>
        {off}
      </DialogFoot>
    </Form>
  )
}
