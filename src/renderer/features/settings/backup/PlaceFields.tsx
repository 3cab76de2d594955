import { Checkbox, TextInput } from '@mantine/core'
import { placeAddressMax, placePathMax, placeUserMax } from '../../../../shared/places-limits.ts'
import { Button } from '../../../components/Button.tsx'
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
      <TextInput
        {...plain}
        label={t('places.path')}
        description={t('places.pathHint')}
        maxLength={placePathMax}
        value={fields.path}
        onChange={(event) => onChange({ path: event.currentTarget.value })}
      />
      {shell === 'electron' ? <Button onClick={() => void choose()}>{t('places.choose')}</Button> : null}
    </div>
  )
}

function DavFields({ fields, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        {...plain}
        inputMode="url"
        label={t('places.address')}
        description={t('places.addressHint')}
        maxLength={placeAddressMax}
        value={fields.address}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
      />
      <Insecure fields={fields} onChange={onChange} />
      <TextInput
        {...plain}
        label={t('places.user')}
        maxLength={placeUserMax}
        value={fields.user}
        onChange={(event) => onChange({ user: event.currentTarget.value })}
      />
    </>
  )
}

function BucketFields({ fields, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        {...plain}
        inputMode="url"
        label={t('places.endpoint')}
        description={t('places.endpointHint')}
        maxLength={placeAddressMax}
        value={fields.address}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
      />
      <Insecure fields={fields} onChange={onChange} />
      <div className={classes.pair}>
        <TextInput
          {...plain}
          label={t('places.bucket')}
          maxLength={255}
          value={fields.bucket}
          onChange={(event) => onChange({ bucket: event.currentTarget.value })}
        />
        <TextInput
          {...plain}
          label={t('places.region')}
          placeholder={t('places.regionHint')}
          maxLength={placeUserMax}
          value={fields.region}
          onChange={(event) => onChange({ region: event.currentTarget.value })}
        />
      </div>
      <Checkbox
        label={t('places.pathStyle')}
        description={t('places.pathStyleHint')}
        checked={fields.pathStyle}
        onChange={(event) => onChange({ pathStyle: event.currentTarget.checked })}
      />
      <TextInput
        {...plain}
        label={t('places.keyId')}
        maxLength={placeUserMax}
        value={fields.keyId}
        onChange={(event) => onChange({ keyId: event.currentTarget.value })}
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
