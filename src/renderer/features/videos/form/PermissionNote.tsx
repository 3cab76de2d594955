import { Button } from '../../../components/Button.tsx'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { askForNotes, useNotePermission } from '../../../platform/system-notes.ts'
import { useVideos } from '../videos-store.ts'
import classes from './Form.module.css'

/** An offer of notifications while videos run, if the browser was never asked. */
export function PermissionNote() {
  const { t } = useTranslation()
  const wanted = useApp((state) => state.settings.videoNotifications)
  const running = useVideos((state) => (state.counts?.running ?? 0) + (state.counts?.waiting ?? 0) > 0)
  const permission = useNotePermission()
  if (!wanted || !running || permission !== 'default') return null
  return (
    <div className={classes.permission}>
      <span>{t('videos.askPermission')}</span>
      <Button size="small" onClick={() => void askForNotes()}>
        {t('videos.allow')}
      </Button>
    </div>
  )
}
