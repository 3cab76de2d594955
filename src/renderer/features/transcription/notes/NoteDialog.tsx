import { NativeSelect, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type NoteKind, noteInstructionMax } from '../../../../shared/note-kinds.ts'
import { estimateTokens } from '../../../../shared/passages/token-estimate.ts'
import { costOf, priceFor } from '../../../../shared/prices.ts'
import type { Transcript } from '../../../../shared/transcript.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { Form } from '../../../components/forms/Form.tsx'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { useRequestTarget } from '../../../components/forms/request-target.ts'
import { SubmissionIds } from '../../../components/forms/submission-ids.ts'
import layout from '../../../components/layout.module.css'
import { ModelSelect } from '../../../components/model-picker/ModelSelect.tsx'
import { firstModel } from '../../../components/model-picker/model-groups.ts'
import { codeOf, languageCode, languageOptions } from '../../../components/words/language-names.ts'
import { moneyWords } from '../../../components/words/money-words.ts'
import { Unbroken } from '../../../components/words/Unbroken.tsx'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useLoadedModels } from '../../../platform/models-store.ts'
import { useMoney } from '../../../platform/money-store.ts'
import { transcription, useTranscription } from '../transcription-store.ts'
import { makeNote } from './notes-actions.ts'
import { useNotes } from './notes-store.ts'

/** Expected tokens of the answer, unless it is a translation, which is about as long as its text. */
const answerTokens = 800

const submissions = new SubmissionIds()

/** A dialog that lets a chat model make a note on the open transcript. */
export function NoteDialog({ transcript }: { transcript: Transcript }) {
  const { t } = useTranslation()
  const asking = useNotes((state) => state.asking)
  const close = () => useNotes.setState({ asking: null })
  return (
    <Dialog
      opened={asking !== null}
      onClose={close}
      title={asking === null ? '' : t(`transcription.notes.titles.${asking}`)}
    >
      {asking === null ? null : <NoteForm key={asking} kind={asking} transcript={transcript} onDone={close} />}
    </Dialog>
  )
}

function NoteForm({ kind, transcript, onDone }: { kind: NoteKind; transcript: Transcript; onDone: () => void }) {
  const { t } = useTranslation()
  const inLanguage = useLanguage()
  const chosen = useTranscription((state) => state.note)
  const defaultModelOf = useApp((state) => state.settings.defaultModelOf)
  const [usualConnection = null, usualModel = ''] = Object.entries(defaultModelOf)[0] ?? []
  const { connection, model } = useRequestTarget(
    chosen?.connectionId ?? usualConnection,
    chosen?.model ?? usualModel,
    (models) => firstModel(models, 'chat'),
  )
  useLoadedModels(connection?.id ?? null)
  const [instruction, setInstruction] = useState(chosen?.instructions?.[kind] ?? '')
  const [language, setLanguage] = useState(() => {
    const spoken = codeOf(transcript.summary.language ?? '')
    const usual = usualLanguage(kind, inLanguage, spoken)
    if (kind !== 'translation') return chosen === null ? usual : chosen.language
    return chosen === null || chosen.language === spoken ? usual : (chosen.language ?? usual)
  })
  const choose = (change: Partial<NonNullable<typeof chosen>>) =>
    useTranscription.setState({
      note: {
        connectionId: connection?.id ?? null,
        model,
        language,
        instructions: { ...chosen?.instructions, [kind]: instruction },
        ...change,
      },
    })
  const ready = connection !== null && model !== ''
  const make = async () => {
    if (connection === null || model === '') return
    const request = { kind, connectionId: connection.id, model, language, instruction }
    choose({})
    const { id } = transcription().open?.summary ?? transcript.summary
    const content = JSON.stringify([id, request])
    const made = await paidPresses.once(`transcript ${kind}`, content, () =>
      makeNote(submissions.one(content), id, request),
    )
    if (made !== true) return
    submissions.dropAccepted(content)
    onDone()
  }
  return (
    <Form className={layout.stack} onSend={() => void make()}>
      {/* so that the price is in view in the lowest window */}
      <div className={layout.pair}>
        <ModelSelect
          label={t('transcription.model')}
          connection={connection}
          model={model}
          kind="chat"
          onChoose={(connectionId, other) => choose({ connectionId, model: other })}
        />
        <NoteLanguage kind={kind} language={language} onChoose={setLanguage} />
      </div>
      <Textarea
        label={t('transcription.notes.instruction')}
        placeholder={t(`transcription.notes.examples.${kind}`)}
        rows={2}
        maxLength={noteInstructionMax}
        value={instruction}
        onChange={(event) => setInstruction(event.currentTarget.value)}
      />
      {ready ? <Cost kind={kind} transcript={transcript} connectionId={connection.id} model={model} /> : null}
      <DialogFoot onCancel={onDone} submit={t(`transcription.notes.do.${kind}`)} disabled={!ready} />
    </Form>
  )
}

/** Returns the interface's language; for a translation another one than the spoken language. */
function usualLanguage(kind: NoteKind, inLanguage: string, spoken: string | null): string {
  const own = languageCode(inLanguage.replace(/-.*/, '')) ?? 'en'
  return kind !== 'translation' || own !== spoken ? own : own === 'en' ? 'zh' : 'en'
}

interface NoteLanguageProps {
  readonly kind: NoteKind
  readonly language: string | null
  readonly onChoose: (language: string | null) => void
}

function NoteLanguage({ kind, language, onChoose }: NoteLanguageProps) {
  const { t } = useTranslation()
  const inLanguage = useLanguage()
  const { first, rest } = useMemo(() => languageOptions(inLanguage, language), [inLanguage, language])
  return (
    <NativeSelect
      label={t(kind === 'translation' ? 'transcription.notes.into' : 'transcription.notes.writeIn')}
      value={language ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : value)}
      data={[
        ...(kind === 'translation' ? [] : [{ value: '', label: t('transcription.notes.sameLanguage') }]),
        ...[...first, ...rest].map(({ code, name }) => ({ value: code, label: name })),
      ]}
    />
  )
}

interface CostProps {
  readonly kind: NoteKind
  readonly transcript: Transcript
  readonly connectionId: string
  readonly model: string
}

/** Says about how many tokens are read, what they and the answer cost, and whether the budget is used up. */
function Cost({ kind, transcript: { segments }, connectionId, model }: CostProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const prices = useMoney((state) => state.prices)
  const isOver = useMoney((state) => state.budget?.level === 'reached')
  const tokens = useMemo(() => segments.reduce((sum, { text }) => sum + estimateTokens(text).tokens, 0), [segments])
  const price = priceFor(prices, connectionId, model)
  const outputTokens = kind === 'translation' ? tokens : answerTokens
  const nano = price && costOf({ promptTokens: tokens, outputTokens }, price)
  const count = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 }).format(tokens)
  return (
    <>
      <p className={dialog.text}>
        <Unbroken
          text={
            price === null || nano === null
              ? t('transcription.notes.costUnknown', { model, tokens: count })
              : t('transcription.notes.cost', {
                  tokens: count,
                  price: moneyWords(language, { currency: price.currency, nano }),
                })
          }
        />
      </p>
      {isOver ? <p className={dialog.text}>{t('transcription.notes.overBudget')}</p> : null}
    </>
  )
}
