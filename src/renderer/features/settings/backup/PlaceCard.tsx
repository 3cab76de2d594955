import { Switch } from '@mantine/core'
import type { Place, PlaceTarget, PlaceWork } from '../../../../shared/places.ts'
import { Button } from '../../../components/Button.tsx'
import { ProgressBar } from '../../../components/jobs/ProgressBar.tsx'
import { sizeWords } from '../../../components/words/figure-words.ts'
import { sentences } from '../../../components/words/sentences.ts'
import { momentWords } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'
import classes from './backup.module.css'
import { PlaceError } from './PlaceError.tsx'

interface PlaceCardProps {
  readonly place: Place
  /** The running work on this destination; null if there is none. */
  readonly work: PlaceWork | null
  readonly onAutomatic: (automatic: boolean) => void
  readonly onSend: () => void
  readonly onPause: () => void
  readonly onStop: () => void
  readonly onShow: () => void
  readonly onEdit: () => void
  readonly onForget: () => void
}

/** One backup destination: what was sent there last, the running work, and its actions. */
export function PlaceCard(props: PlaceCardProps) {
  const { onAutomatic, onEdit, onForget, onPause, onSend, onShow, onStop, place, work } = props
  const { t } = useTranslation()
  const isSending = work?.kind === 'send'
  return (
    <>
      <div className={settings.cardTop}>
        <b className={settings.name}>{place.name}</b>
        <span className={classes.unverified}>{t(`places.kinds.${place.target.kind}`)}</span>
      </div>
      <div className={settings.address}>{whereOf(place.target)}</div>
      <PlaceStanding place={place} />
      {work === null ? null : <PlaceWorkLine work={work} name={place.name} />}
      {place.failed === null || work !== null ? null : <PlaceFailure place={place} onRetry={onSend} />}
      <Switch
        size="sm"
        mt={8}
        label={t('places.automatic')}
        checked={place.automatic}
        onChange={(event) => onAutomatic(event.currentTarget.checked)}
      />
      <fieldset className={settings.actions} aria-label={t('places.actionsOf', { name: place.name })}>
        {isSending ? (
          <Button size="small" onClick={onPause}>
            {t('places.pause')}
          </Button>
        ) : (
          <Button size="small" disabled={work !== null} onClick={onSend}>
            {place.paused || place.unfinished ? t('places.continue') : t('places.send')}
          </Button>
        )}
        {work !== null || place.unfinished ? (
          <Button size="small" onClick={onStop}>
            {t('places.stop')}
          </Button>
        ) : null}
        <Button size="small" onClick={onShow}>
          {t('places.show')}
        </Button>
        <Button size="small" onClick={onEdit}>
          {t('places.edit')}
        </Button>
        <Button size="small" onClick={onForget}>
          {t('places.forget')}
        </Button>
      </fieldset>
    </>
  )
}

/** The last transfer, and any problem, in words. */
function PlaceStanding({ place }: { place: Place }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { last, paused, secret, unfinished } = place
  return (
    <div className={settings.hint}>
      {last === null
        ? t('places.never')
        : t('places.last', {
            when: momentWords(language, last.at),
            made: momentWords(language, last.madeAt),
            size: sizeWords(language, last.bytes),
          })}
      {paused ? <div>{t('places.paused')}</div> : null}
      {unfinished && !paused ? <div>{t('places.unfinished')}</div> : null}
      {secret === 'lost' ? <div className={classes.bad}>{t('places.secretLost')}</div> : null}
      {secret === 'run' ? <div>{t('places.secretRun')}</div> : null}
    </div>
  )
}

function PlaceFailure({ onRetry, place }: { place: Place; onRetry: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { failed, retryAt } = place
  if (failed === null) return null
  const when = t('places.failed', { when: momentWords(language, failed.at) })
  const again = retryAt === null ? null : t('places.retry', { when: momentWords(language, retryAt) })
  return <PlaceError error={failed.error} lead={sentences(t, when, again)} onRetry={onRetry} />
}

/** Progress of the work on a destination. */
export function PlaceWorkLine({ name, work }: { work: PlaceWork; name: string }) {
  const { t } = useTranslation()
  const words = t('places.workLine', {
    work: t(`places.work.${work.kind}`, { name }),
    step: t(`places.step.${work.step}`),
  })
  return (
    <div className={classes.workWords}>
      <span className={settings.hint}>{words}</span>
      <ProgressBar label={words} percent={work.progress === null ? null : Math.floor(work.progress * 100)} />
    </div>
  )
}

function whereOf(target: PlaceTarget): string {
  switch (target.kind) {
    case 'folder':
      return target.path
    case 'webdav':
      return target.address
    case 's3':
      return `${target.bucket} · ${target.address}`
    default:
      return target satisfies never
  }
}
