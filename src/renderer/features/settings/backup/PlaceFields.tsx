import { Checkbox } from '@mantine/core'
import { placeAddressMax, placePathMax, placeUserMax } from '../../../../shared/places-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import { useApp } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './backup.module.css'
import type { PlaceFieldValues } from './use-place-form.ts'

interface PlaceFieldsProps {
  readonly fields: PlaceFieldValues
  readonly onChange: (changes: Partial<PlaceFieldValues>) => void
}

const plain = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'off' } as const

/** The fields for the location of a backup destination, depending on its kind. */
export function PlaceFields({ fields, onChange }: PlaceFieldsProps) {
  switch (fields.kind) {
    case 'folder':
      return <FolderFields fields={fields} onChange={onChange} />
    case 'webdav':
      return <DavFields fields={fields} onChange={onChange} />
    case 's3':
      return <BucketFields fields={fields} onChange={onChange} />
    default:
      return fields.kind satisfies never
  }
}

function FolderFields({ fields, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation()
  const shell = useApp((state) => state.info.shell)
  const choose = async (): Promise<void> => {
    const chosen = await call('storage.chooseFolder', {})
    if (chosen.ok && chosen.value.by === 'main' && chosen.value.folder !== null) onChange({ path: chosen.value.folder })
  }
  return (
    <div className={classes.folderField}>
      <TextField
        {...plain}
        label={t('places.path')}
        description={t('places.pathHint')}
        maxLength={placePathMax}
        value={fields.path}
        onText={(path) => onChange({ path })}
      />
      {shell === 'electron' ? <Button onClick={() => void choose()}>{t('places.choose')}</Button> : null}
    </div>
  )
}

function DavFields({ fields, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        {...plain}
        inputMode="url"
        label={t('places.address')}
        description={t('places.addressHint')}
        maxLength={placeAddressMax}
        value={fields.address}
        onText={(address) => onChange({ address })}
      />
      <Insecure fields={fields} onChange={onChange} />
      <TextField
        {...plain}
        label={t('places.user')}
        maxLength={placeUserMax}
        value={fields.user}
        onText={(user) => onChange({ user })}
      />
    </>
  )
}

function BucketFields({ fields, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        {...plain}
        inputMode="url"
        label={t('places.endpoint')}
        description={t('places.endpointHint')}
        maxLength={placeAddressMax}
        value={fields.address}
        onText={(address) => onChange({ address })}
      />
      <Insecure fields={fields} onChange={onChange} />
      <div className={classes.pair}>
        <TextField
          {...plain}
          label={t('places.bucket')}
          maxLength={255}
          value={fields.bucket}
          onText={(bucket) => onChange({ bucket })}
        />
        <TextField
          {...plain}
          label={t('places.region')}
          placeholder={t('places.regionHint')}
          maxLength={placeUserMax}
          value={fields.region}
          onText={(region) => onChange({ region })}
        />
      </div>
      <Checkbox
        label={t('places.pathStyle')}
        description={t('places.pathStyleHint')}
        checked={fields.pathStyle}
        onChange={(event) => onChange({ pathStyle: event.currentTarget.checked })}
      />
      <TextField
        {...plain}
        label={t('places.keyId')}
        maxLength={placeUserMax}
        value={fields.keyId}
        onText={(keyId) => onChange({ keyId })}
      />
    </>
  )
}

/** A warning for a plain http address: the password would be sent unencrypted. */
function Insecure({ fields, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation()
  if (!/^\s*http:\/\//i.test(fields.address)) return null
  return (
    <Checkbox
      label={t('places.insecure')}
      description={t('places.insecureHint')}
      checked={fields.allowInsecure}
      onChange={(event) => onChange({ allowInsecure: event.currentTarget.checked })}
    />
  )
}
