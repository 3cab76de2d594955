import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { Place, PlaceKind, PlaceTarget } from '../../../../shared/places.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showPlaces } from './places-store.ts'

/** Values typed for a backup destination, for every kind at once. */
export interface PlaceFieldValues {
  readonly kind: PlaceKind
  readonly name: string
  readonly path: string
  readonly address: string
  readonly allowInsecure: boolean
  readonly user: string
  readonly region: string
  readonly bucket: string
  readonly pathStyle: boolean
  readonly keyId: string
  /** The typed password; empty keeps the stored one. */
  readonly secret: string
}

const empty: PlaceFieldValues = {
  kind: 'folder',
  name: '',
  path: '',
  address: '',
  allowInsecure: false,
  user: '',
  region: '',
  bucket: '',
  pathStyle: false,
  keyId: '',
  secret: '',
}

/** Returns the form of a backup destination: its fields, the last test, and saving. */
export function usePlaceForm(place: Place | null, onSaved: () => void) {
  const { t } = useTranslation()
  const [id] = useState(() => place?.id ?? crypto.randomUUID())
  const [fields, setFields] = useState<PlaceFieldValues>(() =>
    place === null ? empty : { ...empty, ...place.target, name: place.name },
  )
  const [outcome, setOutcome] = useState<AppError | 'ok' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const target = placeTargetOf(fields)
  const hasSecret = fields.kind === 'folder' || place !== null || fields.secret !== ''

  const secret = fields.secret === '' ? null : fields.secret
  return {
    fields,
    outcome,
    isBusy,
    isReady: target !== null && hasSecret,
    change: (changes: Partial<PlaceFieldValues>) => {
      setOutcome(null)
      setFields((before) => ({ ...before, ...changes }))
    },
    test: async () => {
      if (target === null) return
      setBusy(true)
      setOutcome(null)
      const answer = await call('places.test', { id, target, secret })
      setBusy(false)
      setOutcome(answer.ok ? (answer.value.error ?? 'ok') : answer.error)
    },
    save: async () => {
      if (target === null) return
      setBusy(true)
      const name = fields.name.trim() === '' ? t(`places.kinds.${fields.kind}`) : fields.name
      const answer = await call('places.save', { id, name, target, secret })
      setBusy(false)
      if (!answer.ok) return setOutcome(answer.error)
      showPlaces(answer.value)
      onSaved()
    },
  }
}

/** Returns the destination that the fields describe; null while a required field is empty. */
export function placeTargetOf(fields: PlaceFieldValues): PlaceTarget | null {
  const { allowInsecure, kind, pathStyle } = fields
  const [address, path, user] = [fields.address.trim(), fields.path.trim(), fields.user.trim()]
  const [bucket, keyId, region] = [fields.bucket.trim(), fields.keyId.trim(), fields.region.trim()]
  switch (kind) {
    case 'folder':
      return path === '' ? null : { kind, path }
    case 'webdav':
      return address === '' || user === '' ? null : { kind, address, allowInsecure, user }
    case 's3':
      if (address === '' || bucket === '' || keyId === '' || region === '') return null
      return { kind, address, allowInsecure, region, bucket, pathStyle, keyId }
    default:
      return kind satisfies never
  }
}
