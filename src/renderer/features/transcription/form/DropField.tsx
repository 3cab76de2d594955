import { ChevronDown, ChevronUp, Mic, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { soundAccept } from '../intake/sound-files.ts'
import { takeDropped } from '../intake/take-files.ts'
import { RecordButton } from '../recorder/RecordButton.tsx'
import { RecorderField } from '../recorder/RecorderField.tsx'
import { isActive } from '../recorder/recorder.ts'
import { useRecorder } from '../recorder/recorder-store.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './Form.module.css'

// last handled request to choose files; outside the component, so that reopening the panel is not a request
let answered = 0

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
  const files = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (wanted === answered) return
    answered = wanted
    files.current?.click()
  }, [wanted])
  return (
    <>
      <input
        ref={files}
        type="file"
        accept={soundAccept}
        multiple
        hidden
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void takeDropped(chosen.map((file) => ({ kind: 'file', file })))
        }}
      />
      <div className={classes.intake}>
        <Button className={classes.add} onClick={() => files.current?.click()}>
          <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('transcription.addRecordings')}
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
