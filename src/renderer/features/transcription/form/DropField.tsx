import { ChevronDown, ChevronUp, Mic, Plus } from 'lucide-react'
import { soundAccept } from '../../../../shared/sound-files.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { useFileChoice } from '../../../components/media-form/use-file-choice.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { takeDropped } from '../intake/take-files.ts'
import { RecordButton } from '../recorder/RecordButton.tsx'
import { RecorderField } from '../recorder/RecorderField.tsx'
import { isActive } from '../recorder/recorder.ts'
import { useRecorder } from '../recorder/recorder-store.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './Form.module.css'

interface DropFieldProps {
  readonly folded: boolean
  /** Opens or folds the form. */
  readonly onFold: () => void
}

/** Intake of recordings: by drop, from the disk, or from the microphone. When folded, it is one row. */
export function DropField({ folded, onFold }: DropFieldProps) {
  const { t } = useTranslation()
  const wanted = useTranscription((state) => state.chooseFiles)
  const recording = useRecorder((state) => isActive(state.recorder))
  const { choose, input } = useFileChoice({
    accept: soundAccept,
    multiple: true,
    request: { panel: 'transcription', count: wanted },
    onFiles: (files) => void takeDropped(files.map((file) => ({ kind: 'file', file }))),
  })
  return (
    <>
      {input}
      <div className={classes.intake}>
        <Button className={classes.add} onClick={choose}>
          <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
          <span>{t('transcription.addRecordings')}</span>
        </Button>
        <IconButton
          icon={folded ? ChevronDown : ChevronUp}
          words={t(folded ? 'transcription.formShow' : 'transcription.formHide')}
          iconSize={16}
          aria-expanded={!folded}
          onClick={onFold}
        />
      </div>
      {recording ? (
        <RecorderField />
      ) : folded ? null : (
        <RecordButton className={classes.record}>
          <Mic size={14} strokeWidth={1.75} aria-hidden="true" />
        </RecordButton>
      )}
    </>
  )
}
