import { Mic } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/Button.tsx'
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

/** Intake of recordings: by drop, from the disk, or from the microphone. Folded, it shows only a running recording. */
export function DropField({ folded }: { folded: boolean }) {
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
      {recording ? (
        <RecorderField />
      ) : folded ? null : (
        <div className={classes.drop}>
          <b>{t('transcription.dropHere')}</b>
          <span>
            {t('transcription.or')}{' '}
            <Button kind="plain" className={classes.choose} onClick={() => files.current?.click()}>
              {t('transcription.chooseFiles')}
            </Button>
          </span>
          <RecordButton className={classes.record}>
            <Mic size={14} strokeWidth={1.75} aria-hidden="true" />
          </RecordButton>
        </div>
      )}
    </>
  )
}
