import { Clock, Combine, Trash2, User, X } from 'lucide-react'
import buttons from '../../../components/buttons.module.css'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import player from '../play/Player.module.css'
import { useTranscription } from '../transcription-store.ts'
import classes from './EditBars.module.css'
import { clearMarks, markAll, mergeMarked, removeSegments } from './segment-actions.ts'

/** Actions on the marked segments, in place of the player's buttons. */
export function MarkBar() {
  const { t } = useTranslation()
  const marked = useTranscription((state) => state.marked)
  const icon = { size: 15, 'aria-hidden': true } as const
  const small = `${buttons.quiet} ${buttons.small}`
  return (
    <section className={player.controls} aria-label={t('transcription.marked')}>
      <span className={classes.count} role="status">
        {t('transcription.markedCount', { count: marked.size })}
      </span>
      <div className={classes.actions}>
        <div>
          <button type="button" className={small} onClick={markAll}>
            {t('transcription.markAll')}
          </button>
          <button type="button" className={small} onClick={() => useTranscription.setState({ naming: marked })}>
            <User {...icon} />
            {t('transcription.speaker')}
          </button>
          <button type="button" className={small} onClick={() => useTranscription.setState({ shifting: marked })}>
            <Clock {...icon} />
            {t('transcription.shift')}
          </button>
        </div>
        <div>
          <IconButton
            icon={Combine}
            iconSize={17}
            words={t('transcription.merge')}
            disabled={marked.size < 2}
            onClick={mergeMarked}
          />
          <IconButton
            icon={Trash2}
            iconSize={17}
            words={t('transcription.delete')}
            onClick={() => removeSegments(marked)}
          />
          <button
            type="button"
            className={buttons.icon}
            aria-label={t('transcription.markEnd')}
            title={t('transcription.markEnd')}
            onClick={clearMarks}
          >
            <X size={17} strokeWidth={1.75} />
          </button>
        </div>
      </div>
    </section>
  )
}
