import { useState } from 'react'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { BoundedNumber } from '../../../components/forms/BoundedNumber.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTranscription } from '../transcription-store.ts'
import { shiftSegments } from './segment-actions.ts'

/** Longest shift, in seconds. */
const shiftMax = 86_400

/** A dialog that shifts segments in time. */
export function ShiftDialog() {
  const { t } = useTranslation()
  const shifting = useTranscription((state) => state.shifting)
  const close = () => useTranscription.setState({ shifting: null })
  return (
    <Dialog opened={shifting !== null} onClose={close} title={t('transcription.shiftTitle')}>
      {shifting === null ? null : <ShiftForm ids={shifting} onDone={close} />}
    </Dialog>
  )
}

function ShiftForm({ ids, onDone }: { ids: ReadonlySet<string>; onDone: () => void }) {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState<number | null>(0.5)
  return (
    <Form
      onSend={() => {
        if (seconds === null) return
        shiftSegments(ids, Math.round(seconds * 1000))
        onDone()
      }}
    >
      <BoundedNumber
        focused
        label={t('transcription.shiftBy')}
        description={t('transcription.shiftHint', { count: ids.size })}
        min={-shiftMax}
        max={shiftMax}
        step={0.1}
        decimalScale={3}
        optional
        start={0.5}
        onChange={setSeconds}
      />
      <DialogFoot onCancel={onDone} submit={t('transcription.shiftDo')} disabled={seconds === null || seconds === 0} />
    </Form>
  )
}
