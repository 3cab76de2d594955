import { useState } from 'react'
import type { SoundTrackChoice, TranscriptSummary } from '../../../../shared/transcript.ts'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { QuestionDialog } from '../../../components/dialog/QuestionDialog.tsx'
import { Field } from '../../../components/forms/Field.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import fields from '../../../components/forms/form-column.module.css'
import layout from '../../../components/layout.module.css'
import { ModelSelect } from '../../../components/model-picker/ModelSelect.tsx'
import { codeOf } from '../../../components/words/language-names.ts'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { LanguageSelect } from '../form/LanguageSelect.tsx'
import { TrackSelect } from '../form/TrackSelect.tsx'
import { PayLine } from '../PayLine.tsx'
import { transcribeAgain } from '../queue/queue-actions.ts'
import { useTranscriptionTarget } from '../target.ts'
import { useTranscription } from '../transcription-store.ts'

/**
 * A dialog that transcribes the recording of the open transcript again, with another model, language or sound track.
 */
export function AgainDialog({ summary }: { summary: TranscriptSummary }) {
  const { t } = useTranslation()
  const opened = useTranscription((state) => state.repeating)
  const close = () => useTranscription.setState({ repeating: false })
  return (
    <QuestionDialog opened={opened} onClose={close} title={t('transcription.againTitle')}>
      {opened ? <AgainForm summary={summary} onDone={close} /> : null}
    </QuestionDialog>
  )
}

function AgainForm({ summary, onDone }: { summary: TranscriptSummary; onDone: () => void }) {
  const { t } = useTranslation()
  const usual = useTranscriptionTarget()
  const connections = useApp((state) => state.connections.connections)
  const [target, setTarget] = useState({ connectionId: usual.connection?.id ?? null, model: usual.model })
  const [language, setLanguage] = useState(codeOf(summary.language ?? ''))
  const [track, setTrack] = useState<SoundTrackChoice | undefined>(summary.sound?.taken)
  const connection = connections.find(({ id }) => id === target.connectionId) ?? null
  const { connectionId, model } = target
  const send = async () => {
    if (connectionId === null || model === '') return
    const chosen = track === undefined ? {} : { track }
    if (await transcribeAgain({ transcriptId: summary.id, target: { connectionId, model }, language, ...chosen }))
      onDone()
  }
  return (
    <Form className={layout.stack} onSend={() => void send()}>
      <div className={layout.pair}>
        <ModelSelect
          label={t('transcription.model')}
          connection={connection}
          model={model}
          kind="audio"
          onChoose={(id, chosen) => setTarget({ connectionId: id, model: chosen })}
        />
        <Field label={t('transcription.language')}>
          <LanguageSelect className={fields.text} language={language} onChoose={setLanguage} />
        </Field>
      </div>
      {summary.sound === undefined || track === undefined ? null : (
        <TrackSelect sound={summary.sound} chosen={track} onChoose={setTrack} />
      )}
      <p className={dialog.text}>{t('transcription.againHint')}</p>
      {connectionId === null || model === '' ? null : (
        <PayLine target={{ connectionId, model }} soundMs={summary.duration} />
      )}
      <DialogFoot
        onCancel={onDone}
        submit={t('transcription.againDo')}
        disabled={connectionId === null || model === ''}
      />
    </Form>
  )
}
