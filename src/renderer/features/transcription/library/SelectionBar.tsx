import { CheckCheck, Save, Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import classes from '../Sidebar.module.css'
import { useTranscription } from '../transcription-store.ts'
import { deleteTranscripts, selectAll, setSelecting } from './library-actions.ts'

/** What can be done with the selected transcripts. */
export function SelectionBar() {
  const { t } = useTranslation()
  const selected = useTranscription((state) => state.selected)
  const ids = [...selected]
  const icon = { size: 17, strokeWidth: 1.75 } as const
  const actions = [
    { label: t('transcription.selectAll'), Icon: CheckCheck, off: false, run: () => void selectAll() },
    {
      label: t('transcription.exportSelected'),
      Icon: Save,
      off: ids.length === 0,
      run: () => useTranscription.setState({ exporting: ids }),
    },
    { label: t('transcription.delete'), Icon: Trash2, off: ids.length === 0, run: () => void deleteTranscripts(ids) },
    { label: t('transcription.selectEnd'), Icon: X, off: false, run: () => setSelecting(false) },
  ] as const
  return (
    <section className={classes.bar} aria-label={t('transcription.selection')}>
      <span className={classes.count} role="status">
        {t('transcription.selected', { count: ids.length })}
      </span>
      {actions.map(({ label, Icon, off, run }) => (
        <button
          key={label}
          type="button"
          className={buttons.icon}
          disabled={off}
          aria-label={label}
          title={label}
          onClick={run}
        >
          <Icon {...icon} />
        </button>
      ))}
    </section>
  )
}
