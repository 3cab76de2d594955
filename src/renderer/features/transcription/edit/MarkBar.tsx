import { Clock, Combine, Trash2, User, X } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
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
  return (
    <section className={player.controls} aria-label={t('transcription.marked')}>
      <span className={classes.count} role="status">
        {t('transcription.markedCount', { count: marked.size })}
      </span>
      <div className={classes.actions}>
        <div>
          <Button size="small" onClick={markAll}>
            {t('transcription.markAll')}
          </Button>
          <Button size="small" onClick={() => useTranscription.setState({ naming: marked })}>
            <User {...icon} />
            {t('transcription.speaker')}
          </Button>
          <Button size="small" onClick={() => useTranscription.setState({ shifting: marked })}>
            <Clock {...icon} />
            {t('transcription.shift')}
          </Button>
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
          <IconButton icon={X} words={t('transcription.markEnd')} iconSize={17} onClick={clearMarks} />
        </div>
      </div>
    </section>
  )
}
