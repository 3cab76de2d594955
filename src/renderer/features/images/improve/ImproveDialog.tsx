import { Loader, Textarea } from '@mantine/core'
import { useState } from 'react'
import { improveWishMax } from '../../../../shared/image-kinds.ts'
import { estimateTokens } from '../../../../shared/passages/token-estimate.ts'
import { costOf, priceFor } from '../../../../shared/prices.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { useRequestTarget } from '../../../components/forms/request-target.ts'
import layout from '../../../components/layout.module.css'
import { ModelSelect } from '../../../components/model-picker/ModelSelect.tsx'
import { firstModel } from '../../../components/model-picker/model-groups.ts'
import { moneyWords } from '../../../components/words/money-words.ts'
import { Unbroken } from '../../../components/words/Unbroken.tsx'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useLoadedModels } from '../../../platform/models-store.ts'
import { useMoney } from '../../../platform/money-store.ts'
import { useStudio } from '../studio-store.ts'
import { closeImproving, improvePrompt, useImproving } from './improve-store.ts'
import { Proposal } from './Proposal.tsx'

/** Tokens of the question around the prompt. */
const questionTokens = 130

/** A dialog that lets a chat model improve the prompt, then shows the difference. */
export function ImproveDialog() {
  const { t } = useTranslation()
  const opened = useImproving((state) => state.opened)
  const proposal = useImproving((state) => state.proposal)
  return (
    <Dialog opened={opened} onClose={closeImproving} title={t('images.improveTitle')}>
      {proposal === null ? <ImproveForm /> : <Proposal key={proposal.after} {...proposal} />}
    </Dialog>
  )
}

function ImproveForm() {
  const { t } = useTranslation()
  const chosen = useImproving((state) => state.target)
  const busy = useImproving((state) => state.busy)
  const error = useImproving((state) => state.error)
  const defaultModelOf = useApp((state) => state.settings.defaultModelOf)
  const [usualConnection = null, usualModel = ''] = Object.entries(defaultModelOf)[0] ?? []
  const { connection, model } = useRequestTarget(
    chosen?.connectionId ?? usualConnection,
    chosen?.model ?? usualModel,
    (models) => firstModel(models, 'chat'),
  )
  useLoadedModels(connection?.id ?? null)
  const [wish, setWish] = useState('')
  const ready = connection !== null && model !== ''
  const send = () => {
    if (connection !== null && model !== '' && !busy) void improvePrompt(connection.id, model, wish)
  }
  return (
    <Form className={layout.stack} onSend={send}>
      <ModelSelect
        label={t('images.improveModel')}
        connection={connection}
        model={model}
        kind="chat"
        onChoose={(connectionId, other) => useImproving.setState({ target: { connectionId, model: other } })}
      />
      <Textarea
        label={t('images.improveWish')}
        placeholder={t('images.improveWishHint')}
        rows={2}
        maxLength={improveWishMax}
        value={wish}
        onChange={(event) => setWish(event.currentTarget.value)}
      />
      {ready ? <Cost connectionId={connection.id} model={model} /> : null}
      {error === null ? null : (
        <ErrorNote
          error={error}
          place={{ where: 'other', hasText: false }}
          onDismiss={() => useImproving.setState({ error: null })}
        />
      )}
      {busy ? (
        <p className={layout.row} role="status">
          <Loader size={16} aria-hidden="true" />
          {t('images.improving')}
        </p>
      ) : null}
      <DialogFoot onCancel={closeImproving} submit={t('images.improveDo')} disabled={!ready || busy} />
    </Form>
  )
}

/** Says about how much the request costs, and whether the budget is used up. */
function Cost({ connectionId, model }: { connectionId: string; model: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const prompt = useStudio((state) => state.form.prompt)
  const prices = useMoney((state) => state.prices)
  const isOver = useMoney((state) => state.budget?.level === 'reached')
  const { tokens } = estimateTokens(prompt)
  const price = priceFor(prices, connectionId, model)
  const nano = price && costOf({ promptTokens: tokens + questionTokens, outputTokens: tokens * 2 + 60 }, price)
  return (
    <>
      <p className={dialog.text}>
        <Unbroken
          text={
            price === null || nano === null
              ? t('money.payUnknown', { model })
              : t('images.improveCost', { price: moneyWords(language, { currency: price.currency, nano }) })
          }
        />
      </p>
      {isOver ? <p className={dialog.text}>{t('transcription.notes.overBudget')}</p> : null}
    </>
  )
}
