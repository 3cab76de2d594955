import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { noSegments, useTranscription } from '../transcription-store.ts'
import classes from './EditBars.module.css'
import { nameSpeaker } from './segment-actions.ts'
import { speakersOf } from './segment-edits.ts'

/** A dialog that names the speaker in some segments or everywhere. */
export function SpeakerDialog() {
  const { t } = useTranslation()
  const naming = useTranscription((state) => state.naming)
  const close = () => useTranscription.setState({ naming: null })
  return (
    <Dialog opened={naming !== null} onClose={close} title={t('transcription.speakerAdd')}>
      {naming === null ? null : <SpeakerForm ids={naming} onDone={close} />}
    </Dialog>
  )
}

function SpeakerForm({ ids, onDone }: { ids: ReadonlySet<string>; onDone: () => void }) {
  const { t } = useTranslation()
  const segments = useTranscription((state) => state.open?.segments ?? noSegments)
  const chosen = segments.filter((segment) => ids.has(segment.id))
  const before = chosen[0]?.speaker ?? null
  const same = before !== null && chosen.every((segment) => segment.speaker === before)
  const elsewhere = same ? segments.filter((segment) => segment.speaker === before).length - chosen.length : 0
  const [name, setName] = useState(same ? before : '')
  const [everywhere, setEverywhere] = useState(elsewhere > 0 && chosen.length === 1)
  const others = speakersOf(segments).filter((speaker) => speaker !== name)
  return (
    <Form
      onSend={() => {
        nameSpeaker(ids, name, everywhere && same ? before : null)
        onDone()
      }}
    >
      <TextField
        data-autofocus
        label={t('transcription.speakerName')}
        placeholder={t('transcription.speakerNobody')}
        maxLength={100}
        value={name}
        onText={setName}
      />
      {others.length === 0 ? null : (
        <div className={classes.known}>
          {others.slice(0, 12).map((speaker) => (
            <Button
              kind="chip"
              key={speaker}
              title={speaker}
              onClick={() => {
                setName(speaker)
                setEverywhere(false)
              }}
            >
              {speaker}
            </Button>
          ))}
        </div>
      )}
      {elsewhere > 0 ? (
        <fieldset className={classes.choices} aria-label={t('transcription.speakerWhere')}>
          <label>
            <input type="radio" name="where" checked={!everywhere} onChange={() => setEverywhere(false)} />
            {t('transcription.speakerHere', { count: chosen.length })}
          </label>
          <label>
            <input type="radio" name="where" checked={everywhere} onChange={() => setEverywhere(true)} />
            {t('transcription.speakerEverywhere', { name: before, count: elsewhere + chosen.length })}
          </label>
        </fieldset>
      ) : null}
      <DialogFoot onCancel={onDone} submit={t('app.save')} />
    </Form>
  )
}
