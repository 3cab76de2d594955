import { notesFor } from '../../../../shared/release-notes.ts'
import type { UpdateOffer, UpdatePhase, UpdateState } from '../../../../shared/updates.ts'
import { Button } from '../../../components/Button.tsx'
import { ProgressBar } from '../../../components/jobs/ProgressBar.tsx'
import { sizeWords } from '../../../components/words/figure-words.ts'
import { sentences } from '../../../components/words/sentences.ts'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { openLink } from '../../../platform/open-link.ts'
import settings from '../SettingsPanel.module.css'
import classes from './Updates.module.css'

interface UpdateOfferNoteProps {
  readonly state: UpdateState
  readonly phase: UpdatePhase
  readonly offer: UpdateOffer
  readonly ask: (name: 'updates.download' | 'updates.cancel' | 'updates.install') => void
}

/** A newer version: its changes, and the possible next steps. Its notes are foreign, so they are plain text. */
export function UpdateOfferNote({ state, phase, offer, ask }: UpdateOfferNoteProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const atQuit = useApp(({ settings: { updateAtQuit } }) => updateAtQuit)
  const { page } = state
  const notes = notesFor(offer.notes, language)
  const { version } = offer
  const wasLeft = version === state.wentBackFrom
  return (
    <section className={settings.card} aria-label={t('updates.available', { version })}>
      <div role="status">{useWords(phase, offer)}</div>
      {wasLeft ? <div className={settings.hint}>{t('updates.wasLeft')}</div> : null}
      {phase.is === 'downloading' ? (
        <ProgressBar
          label={t('updates.downloading', { version, percent: Math.floor(phase.share * 100) })}
          percent={phase.share * 100}
        />
      ) : null}
      {state.how === 'tells' ? <div className={settings.hint}>{t('updates.tells')}</div> : null}
      {phase.is === 'ready' ? (
        <div className={settings.hint}>{t(atQuit && !wasLeft ? 'updates.readyAtQuit' : 'updates.readyByHand')}</div>
      ) : null}
      {notes === '' ? null : (
        <details className={settings.details} open>
          <summary>{t('updates.notes')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll region must be reachable by keyboard */}
          <section className={classes.notes} tabIndex={0} aria-label={t('updates.notes')}>
            {notes.split('\n').map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text keep their order
              <p key={at} className={line.startsWith('- ') ? classes.point : undefined}>
                {line.startsWith('- ') ? line.slice(2) : line}
              </p>
            ))}
          </section>
        </details>
      )}
      <div className={settings.actions}>
        {state.how === 'installs' && (phase.is === 'available' || phase.is === 'failed') ? (
          <Button kind="primary" onClick={() => ask('updates.download')}>
            {t(phase.is === 'failed' && phase.of === 'download' ? 'updates.retry' : 'updates.download')}
          </Button>
        ) : null}
        {phase.is === 'downloading' ? (
          <Button onClick={() => ask('updates.cancel')}>{t('updates.cancel')}</Button>
        ) : null}
        {phase.is === 'ready' ? (
          <Button kind="primary" onClick={() => ask('updates.install')}>
            {t('updates.restart')}
          </Button>
        ) : null}
        {page === null ? null : <Button onClick={() => void openLink(page)}>{t('updates.openPage')}</Button>}
      </div>
    </section>
  )
}

function useWords(phase: UpdatePhase, { bytes, version }: UpdateOffer): string {
  const { t } = useTranslation()
  const language = useLanguage()
  if (phase.is === 'ready') return t('updates.ready', { version })
  if (phase.is === 'downloading') return t('updates.downloading', { version, percent: Math.floor(phase.share * 100) })
  const available = t('updates.available', { version })
  return sentences(t, available, bytes === null ? null : t('updates.size', { size: sizeWords(language, bytes) }))
}
