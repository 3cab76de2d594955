import { useState } from 'react'
import type { BackupState } from '../../../../shared/backup.ts'
import type { AppError } from '../../../../shared/errors.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import type { Place, PlacesState } from '../../../../shared/places.ts'
import { Button } from '../../../components/Button.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'
import classes from './backup.module.css'
import { ForgetPlaceDialog } from './ForgetPlaceDialog.tsx'
import { PlaceCard } from './PlaceCard.tsx'
import { PlaceDialog } from './PlaceDialog.tsx'
import { PlacedBackupsDialog } from './PlacedBackupsDialog.tsx'
import { PlaceError } from './PlaceError.tsx'
import { showPlaces, usePlaces } from './places-store.ts'

type Asked =
  | { readonly kind: 'edit'; readonly place: Place | null }
  | { readonly kind: 'backups' | 'forget'; readonly place: Place }

/** Backup destinations other than this computer, with their last transfers and ways to restore. */
export function PlacesSection({ sealing }: { sealing: BackupState['sealing'] }) {
  const { t } = useTranslation()
  const { state, error: unread } = usePlaces()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const run = async (answer: Promise<Result<PlacesState>>): Promise<void> => {
    setError(null)
    const result = await answer
    if (result.ok) showPlaces(result.value)
    else setError(result.error)
  }
  const shown = error ?? unread
  return (
    <section aria-labelledby="places-title">
      <h3 id="places-title" className={settings.subheading}>
        {t('places.title')}
      </h3>
      <p className={settings.aside}>{t('places.lead')}</p>
      {sealing === 'off' || sealing === 'lost' ? <p className={settings.aside}>{t('places.needsPassphrase')}</p> : null}
      <div className={classes.bar}>
        <Button onClick={() => setAsked({ kind: 'edit', place: null })}>{t('places.add')}</Button>
      </div>
      {shown === null ? null : <PlaceError error={shown} onDismiss={() => setError(null)} />}
      {state === null || state.places.length === 0 ? null : (
        <ul className={settings.cards} aria-label={t('places.list')}>
          {state.places.map((place) => (
            <li key={place.id} className={settings.card}>
              <PlaceCard
                place={place}
                work={state.work?.placeId === place.id ? state.work : null}
                onAutomatic={(automatic) => void run(call('places.setAutomatic', { id: place.id, automatic }))}
                onSend={() => void run(call('places.send', { id: place.id }))}
                onPause={() => void run(call('places.pause', { id: place.id }))}
                onStop={() => void run(call('places.cancel', { id: place.id }))}
                onShow={() => setAsked({ kind: 'backups', place })}
                onEdit={() => setAsked({ kind: 'edit', place })}
                onForget={() => setAsked({ kind: 'forget', place })}
              />
            </li>
          ))}
        </ul>
      )}
      {asked?.kind === 'edit' ? <PlaceDialog place={asked.place} onClose={() => setAsked(null)} /> : null}
      {asked?.kind === 'backups' ? <PlacedBackupsDialog place={asked.place} onClose={() => setAsked(null)} /> : null}
      {asked?.kind === 'forget' ? (
        <ForgetPlaceDialog
          name={asked.place.name}
          onClose={() => setAsked(null)}
          onForget={() => {
            setAsked(null)
            void run(call('places.forget', { id: asked.place.id }))
          }}
        />
      ) : null}
    </section>
  )
}
