import { Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import { saveFormats } from '../../../../shared/saving-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { Segments } from '../../../components/forms/Segments.tsx'
import { ProgressBar } from '../../../components/jobs/ProgressBar.tsx'
import { sentences } from '../../../components/words/sentences.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'
import {
  type ChosenFormat,
  cancelSaving,
  closeSaving,
  saveChats,
  savePicture,
  useSaving,
} from '../actions/save-store.ts'
import { ChatChoice } from './ChatChoice.tsx'
import classes from './Saving.module.css'
import { StretchChoice } from './StretchChoice.tsx'

const formats: readonly ChosenFormat[] = [...saveFormats, 'png']

/** A dialog that saves chats as files. */
export function SaveDialog() {
  const { t } = useTranslation()
  const conversationId = useSaving((state) => state.conversationId)
  return (
    <Dialog opened={conversationId !== null} onClose={closeSaving} title={t('saving.title')} size="large">
      {conversationId === null ? null : <Choices key={conversationId} conversationId={conversationId} />}
    </Dialog>
  )
}

/** Returns the questions of a chat from main, including those that the page has not loaded. */
function useQuestions(conversationId: string): CallOutput<'chat.questions'> {
  const [questions, setQuestions] = useState<CallOutput<'chat.questions'>>([])
  useEffect(
    () =>
      whenAnswered(call('chat.questions', { conversationId }), (answer) => {
        if (answer.ok) setQuestions(answer.value)
      }),
    [conversationId],
  )
  return questions
}

function Choices({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation()
  const { chosen: first, error, format, stage, thinking } = useSaving()
  const isSelection = first.length > 1
  const offered: readonly ChosenFormat[] = isSelection ? saveFormats : formats
  const questions = useQuestions(conversationId)
  const [several, setSeveral] = useState(isSelection)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(first))
  const [stretch, setStretch] = useState<{ readonly from: string; readonly to: string } | null>(null)
  const isPicture = format === 'png'
  const last = questions.at(-1)?.id ?? null
  const { from, to } = stretch ?? { from: last, to: last }
  const ids = several && !isPicture ? [...chosen] : [conversationId]
  const canSave = isPicture ? from !== null && to !== null : ids.length > 0
  const save = () => {
    if (!isPicture) void saveChats(ids)
    else if (from !== null && to !== null) void savePicture(conversationId, from, to)
  }
  if (stage !== 'none') return <Progress />
  return (
    <Form className={classes.form} isReady={canSave} onSend={save}>
      <div>
        <Segments
          label={t('saving.format')}
          value={format}
          options={offered.map((value) => ({ value, words: t(`saving.formats.${value}`) }))}
          onChoose={(value) => useSaving.setState({ format: value, error: null })}
        />
        <p className={classes.hint}>
          {sentences(t, t(`saving.hints.${format}`), isPicture ? t('saving.pictureBound') : null)}
        </p>
      </div>
      {isPicture ? (
        <StretchChoice questions={questions} from={from} to={to} onChoose={setStretch} />
      ) : (
        <>
          {isSelection ? null : (
            <Segments
              label={t('saving.which')}
              value={several ? 'several' : 'one'}
              options={[
                { value: 'one', words: t('saving.thisOne') },
                { value: 'several', words: t('saving.several') },
              ]}
              onChoose={(value) => setSeveral(value === 'several')}
            />
          )}
          {several ? <ChatChoice chosen={chosen} onChoose={setChosen} /> : null}
        </>
      )}
      <Checkbox
        label={t('saving.thinking')}
        checked={thinking}
        onChange={(event) => useSaving.setState({ thinking: event.currentTarget.checked })}
      />
      {error === null ? null : (
        <ErrorNote
          error={error}
          lead={t('saving.failed')}
          {...(error.code === 'busy' ? { title: t('saving.busy') } : {})}
          place={{ where: 'other', hasText: false }}
          on={{ retry: save }}
        />
      )}
      <DialogFoot
        onCancel={closeSaving}
        submit={ids.length > 1 ? t('saving.saveCount', { count: ids.length }) : t('saving.save')}
        disabled={!canSave}
      />
    </Form>
  )
}

/** Progress of the running work, which can be cancelled until the page starts drawing. */
function Progress() {
  const { t } = useTranslation()
  const language = useLanguage()
  const stage = useSaving((state) => state.stage)
  const work = useSaving((state) => state.work)
  const words = t(stage === 'drawing' ? 'saving.drawing' : 'saving.working')
  return (
    <div className={classes.form}>
      <p aria-live="polite">{words}</p>
      <ProgressBar label={words} percent={work?.progress == null ? null : Math.floor(work.progress * 100)} />
      <p className={classes.hint}>
        {work === null || work.items === 0
          ? '\u00a0'
          : t('saving.messages', { count: work.items, number: work.items.toLocaleString(language) })}
      </p>
      <DialogFoot>
        <Button disabled={stage === 'drawing'} onClick={cancelSaving}>
          {t('app.cancel')}
        </Button>
      </DialogFoot>
    </div>
  )
}
