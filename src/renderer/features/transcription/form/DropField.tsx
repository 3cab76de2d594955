import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { soundAccept } from '../taking/sound-files.ts'
import { takeDropped } from '../taking/take-files.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './Form.module.css'

// how often choosing files was asked for from elsewhere; survives the panel, so that coming back is no request
let answered = 0

/** Where recordings go: by drop (anywhere in the panel), or chosen from the disk. */
export function DropField() {
  const { t } = useTranslation()
  const wanted = useTranscription((state) => state.chooseFiles)
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
      <div className={classes.drop}>
        <b>{t('transcription.dropHere')}</b>
        <span>
          {t('transcription.or')}{' '}
          <button type="button" className={classes.choose} onClick={() => files.current?.click()}>
            {t('transcription.chooseFiles')}
          </button>
        </span>
      </div>
    </>
  )
}
