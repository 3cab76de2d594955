import { CheckCheck, Save, Trash2, X } from 'lucide-react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from '../Sidebar.module.css'
import { useTranscription } from '../transcription-store.ts'
import { deleteTranscripts, selectAll, setSelecting } from './library-actions.ts'

/** Actions for the selected transcripts. */
export function SelectionBar() {
  const { t } = useTranslation()
  const selected = useTranscription((state) => state.selected)
  const ids = [...selected]
  const actions = [
    { label: t('transcription.selectAll'), icon: CheckCheck, off: false, run: () => void selectAll() },
    {
      label: t('transcription.exportSelected'),
      icon: Save,
      off: ids.length === 0,
      run: () => useTranscription.setState({ exporting: ids }),
    },
    { label: t('transcription.delete'), icon: Trash2, off: ids.length === 0, run: () => void deleteTranscripts(ids) },
    { label: t('transcription.selectEnd'), icon: X, off: false, run: () => setSelecting(false) },
  ] as const
  return (
    <section className={classes.bar} aria-label={t('transcription.selection')}>
      <span className={classes.count} role="status">
        {t('transcription.selected', { count: ids.length })}
      </span>
      {actions.map(({ label, icon, off, run }) => (
        <IconButton key={label} icon={icon} iconSize={17} words={label} disabled={off} onClick={run} />
      ))}
    </section>
  )
}
