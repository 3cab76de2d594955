import { Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Transcript } from '../../../../shared/transcript.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { Choice } from '../../../components/forms/Choice.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { swallowRepeat } from '../../../components/forms/swallow-repeat.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTextTargets } from '../../../platform/feature.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { tellError } from '../tell-error.ts'
import { transcription, useTranscription } from '../transcription-store.ts'
import { chatText, plainText } from './chat-text.ts'
import classes from './Export.module.css'

const prompts = ['summary', 'minutes', 'translation', 'own'] as const
type Prompt = (typeof prompts)[number]

/** A dialog that sends a transcript to the chat with a question. */
export function SendDialog() {
  const { t } = useTranslation()
  const sending = useTranscription((state) => state.sending)
  const close = () => useTranscription.setState({ sending: null })
  return (
    <Dialog opened={sending !== null} onClose={close} title={t('transcription.sendTitle')}>
      {sending === null ? null : <SendForm key={sending} transcriptId={sending} onDone={close} />}
    </Dialog>
  )
}

/** Returns the transcript: the open one, or loaded from main. */
function useTranscript(transcriptId: string): Transcript | null {
  const [read, setRead] = useState<Transcript | null>(() => {
    const { open } = transcription()
    return open?.summary.id === transcriptId ? open : null
  })
  useEffect(() => {
    if (read !== null) return
    void call('transcripts.get', { transcriptId }).then((answer) => {
      if (answer.ok) setRead(answer.value)
      else tellError(answer.error)
    })
  }, [transcriptId, read])
  return read
}

function SendForm({ transcriptId, onDone }: { transcriptId: string; onDone: () => void }) {
  const { t } = useTranslation()
  const transcript = useTranscript(transcriptId)
  const [target] = useTextTargets('transcription')
  const [chosen, setChosen] = useState<Prompt>('summary')
  const [prompt, setPrompt] = useState(t('transcription.prompts.summary'))
  const [times, setTimes] = useState(false)
  const [speakers, setSpeakers] = useState(true)
  const segments = transcript?.segments ?? []
  const hasTimes = segments.some((segment) => segment.from !== null)
  const hasSpeakers = segments.some((segment) => segment.speaker !== null)
  const send = () => {
    if (transcript === null || target === undefined) return
    // the composer gets the focus next, and a second Enter must not send its text
    swallowRepeat(null)
    onDone()
    target.take(chatText(prompt, transcript.summary.title, plainText(segments, { times, speakers })))
  }
  return (
    <Form onSend={send}>
      <Choice
        label={t('transcription.ask')}
        value={chosen}
        options={prompts.map((value) => ({ value, words: t(`transcription.promptNames.${value}`) }))}
        onChoose={(value) => {
          setChosen(value)
          setPrompt(value === 'own' ? '' : t(`transcription.prompts.${value}`))
        }}
      />
      <Textarea
        className={classes.prompt ?? ''}
        data-autofocus
        label={t('transcription.ask')}
        rows={4}
        maxLength={20_000}
        value={prompt}
        onChange={(event) => {
          setPrompt(event.currentTarget.value)
          setChosen('own')
        }}
      />
      <div className={classes.ticks}>
        {hasTimes ? (
          <label>
            <input type="checkbox" checked={times} onChange={(event) => setTimes(event.currentTarget.checked)} />
            {t('transcription.withTimes')}
          </label>
        ) : null}
        {hasSpeakers ? (
          <label>
            <input type="checkbox" checked={speakers} onChange={(event) => setSpeakers(event.currentTarget.checked)} />
            {t('transcription.withSpeakers')}
          </label>
        ) : null}
      </div>
      <p className={classes.hint}>{t('transcription.sendHint')}</p>
      <DialogFoot
        onCancel={onDone}
        submit={t('transcription.sendDo')}
        disabled={transcript === null || target === undefined}
      />
    </Form>
  )
}
