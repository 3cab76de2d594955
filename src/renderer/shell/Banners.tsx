import { Loader } from '@mantine/core'
import { useState } from 'react'
import type { AppError } from '../../shared/errors.ts'
import type { Notice } from '../../shared/notice.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/errors/ErrorNote.tsx'
import { sentences } from '../components/words/sentences.ts'
import { momentWords } from '../components/words/time-words.ts'
import { changeAppState, saveSettings, useApp, useLanguage } from '../platform/app-store.ts'
import { call } from '../platform/bridge/client.ts'
import { errorTitle } from '../platform/errors/error-title.ts'
import { useTranslation } from '../platform/i18n/use-translation.ts'
import { showSettings } from '../platform/navigation.ts'
import classes from './Frame.module.css'

function useWords(notice: Notice): string {
  const { t } = useTranslation()
  const language = useLanguage()
  switch (notice.code) {
    case 'database_set_aside': {
      const words = t(`notices.${notice.why}`, { folder: notice.folder })
      return notice.backup === null ? sentences(t, words, t('notices.noBackup')) : words
    }
    case 'backup_restored':
      return t('notices.restored', { when: momentWords(language, notice.madeAt) })
    case 'restore_undone':
      return t('notices.restoreUndone', { when: momentWords(language, notice.madeAt) })
    case 'data_moved':
      return t('notices.moved', { folder: notice.folder })
    case 'move_failed':
      return sentences(t, t('notices.moveFailed'), errorTitle(t, notice.error))
    case 'proxy_unset':
      return t('notices.proxy')
    case 'proxy_locked':
      return t('notices.proxyLocked')
    case 'places_set_aside':
      return t('notices.places', { file: notice.file })
    case 'unexpected_fault':
      return t('notices.fault')
    default:
      return notice satisfies never
  }
}

function NoticeLine({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const words = useWords(notice)
  const [running, setRunning] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const backup = notice.code === 'database_set_aside' ? notice.backup : null

  const restore = async (name: string) => {
    setRunning(true)
    setError(null)
    const answer = await call('app.restoreBackup', { name })
    setRunning(false)
    if (!answer.ok) setError(answer.error)
    // all shown data come from the replaced database
    else window.location.reload()
  }
  const unlock = async () => {
    setRunning(true)
    setError(null)
    const answer = await call('network.retry', {})
    setRunning(false)
    if (!answer.ok) setError(answer.error)
  }
  const dismiss = async () => {
    const answer = await call('app.dismissNotice', { code: notice.code })
    if (answer.ok) {
      const info = await call('app.info', {})
      if (info.ok) changeAppState({ notices: info.value.notices })
    } else setError(answer.error)
  }

  return (
    <section className={classes.notice} aria-label={t('notices.label')}>
      <div className={classes.noticeTop}>
        <p className={classes.noticeWords}>{words}</p>
        {backup === null ? null : (
          <Button kind="primary" disabled={running} onClick={() => void restore(backup.name)}>
            {t('notices.restore', { when: momentWords(language, backup.madeAt) })}
          </Button>
        )}
        {notice.code === 'database_set_aside' ||
        notice.code === 'restore_undone' ||
        notice.code === 'places_set_aside' ? (
          <Button onClick={() => showSettings('backup')}>{t('notices.openBackups')}</Button>
        ) : null}
        {notice.code === 'data_moved' || notice.code === 'move_failed' ? (
          <Button onClick={() => showSettings('storage')}>{t('notices.openStorage')}</Button>
        ) : null}
        {notice.code === 'proxy_locked' ? (
          <Button kind="primary" disabled={running} onClick={() => void unlock()}>
            {running ? t('notices.retrying') : t('notices.retry')}
          </Button>
        ) : null}
        {notice.code === 'proxy_unset' || notice.code === 'proxy_locked' ? (
          <Button onClick={() => showSettings('network')}>{t('notices.openNetwork')}</Button>
        ) : null}
        <Button onClick={() => void dismiss()}>{t('app.dismiss')}</Button>
      </div>
      {error === null ? null : <ErrorNote error={error} place={{ where: 'other', hasText: false }} />}
    </section>
  )
}

/** Notices that were not caused by an action of the user. */
export function NoticeBar() {
  const notices = useApp((state) => state.notices)
  return notices.map((notice) => <NoticeLine key={notice.code} notice={notice} />)
}

/** A bar which says that the queues are paused, until the user resumes them. */
export function PausedBar() {
  const { t } = useTranslation()
  const isPaused = useApp((state) => state.settings.queuesPaused)
  if (!isPaused) return null
  return (
    <section className={classes.notice} aria-label={t('paused.label')}>
      <div className={classes.noticeTop}>
        <p className={classes.noticeWords}>{t('paused.words')}</p>
        <Button onClick={() => void saveSettings({ queuesPaused: false })}>{t('paused.resume')}</Button>
      </div>
    </section>
  )
}

/** A banner which says that main cannot be reached; it disappears automatically. */
export function LostBanner() {
  const { t } = useTranslation()
  const connected = useApp((state) => state.connected)
  return (
    <div role="status" className={connected ? undefined : classes.lost}>
      {connected ? null : (
        <>
          <Loader size={14} color="var(--wait)" />
          {t('app.lost')}
        </>
      )}
    </div>
  )
}
