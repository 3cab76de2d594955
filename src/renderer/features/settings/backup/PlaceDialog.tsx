import { CircleCheck } from 'lucide-react'
import type { Place } from '../../../../shared/places.ts'
import { placeKinds, placeNameMax, placeSecretMax } from '../../../../shared/places-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { Choice } from '../../../components/forms/Choice.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import layout from '../../../components/layout.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'
import classes from './backup.module.css'
import { PlaceError } from './PlaceError.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { usePlaceForm } from './use-place-form.ts'

interface PlaceDialogProps {
  /** The destination to edit; null adds a new one. */
  readonly place: Place | null
  readonly onClose: () => void
}

/** Form for a backup destination: its kind, its location, and its password, which the page never receives back. */
export function PlaceDialog({ onClose, place }: PlaceDialogProps) {
  const { t } = useTranslation()
  const form = usePlaceForm(place, onClose)
  const { fields, outcome } = form
  const isServer = fields.kind !== 'folder'
  return (
    <Dialog onClose={onClose} title={place === null ? t('places.addTitle') : t('places.editTitle')}>
      <Form className={layout.stack} noValidate isReady={form.isReady} onSend={() => void form.save()}>
        {place === null ? (
          <Choice
            label={t('places.kind')}
            value={fields.kind}
            options={placeKinds.map((kind) => ({ value: kind, words: t(`places.kinds.${kind}`) }))}
            onChoose={(kind) => form.change({ kind })}
          />
        ) : null}
        <p className={settings.hint}>{t(`places.kindHints.${fields.kind}`)}</p>
        <TextField
          label={t('places.name')}
          maxLength={placeNameMax}
          value={fields.name}
          placeholder={t(`places.kinds.${fields.kind}`)}
          onText={(name) => form.change({ name })}
        />
        <PlaceFields fields={fields} onChange={form.change} />
        {isServer ? (
          <TextField
            type="password"
            label={fields.kind === 's3' ? t('places.secretKey') : t('places.password')}
            description={place === null ? undefined : t('places.secretKept')}
            spellCheck={false}
            maxLength={placeSecretMax}
            value={fields.secret}
            onText={(secret) => form.change({ secret })}
          />
        ) : null}
        {outcome === 'ok' ? (
          <p className={classes.verified} role="alert">
            <CircleCheck size={14} strokeWidth={2} aria-hidden="true" />
            {t('places.testOk')}
          </p>
        ) : null}
        {outcome === null || outcome === 'ok' ? null : <PlaceError error={outcome} onRetry={() => void form.test()} />}
        <DialogFoot onCancel={onClose}>
          <Button disabled={!form.isReady || form.isBusy} onClick={() => void form.test()}>
            {form.isBusy ? t('places.testing') : t('places.test')}
          </Button>
          <Button kind="primary" type="submit" disabled={!form.isReady || form.isBusy}>
            {t('places.save')}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
