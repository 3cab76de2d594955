import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { MemoryOffer, ProposedMemories } from '../../../../shared/memories.ts'
import { type MemoryRefusal, memoriesMax } from '../../../../shared/memory-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import layout from '../../../components/layout.module.css'
import { Note } from '../../../components/Note.tsx'
import { moneyWords } from '../../../components/words/money-words.ts'
import { Unbroken } from '../../../components/words/Unbroken.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'
import { useFinding } from './finding-store.ts'
import classes from './Memory.module.css'

/** Lets a model propose facts from a chat, for its price. Each fact is kept only by a press. */
export function FindFactsDialog() {
  const { t } = useTranslation()
  const conversationId = useFinding((state) => state.conversationId)
  const close = () => useFinding.setState({ conversationId: null })
  return (
    <Dialog opened={conversationId !== null} onClose={close} title={t('memory.findTitle')}>
      {conversationId === null ? null : (
        <Finding key={conversationId} conversationId={conversationId} onClose={close} />
      )}
    </Dialog>
  )
}

interface FindingProps {
  readonly conversationId: string
  readonly onClose: () => void
}

function Finding({ conversationId, onClose }: FindingProps) {
  const { t } = useTranslation()
  const [offer, setOffer] = useState<MemoryOffer | null>(null)
  const [proposed, setProposed] = useState<ProposedMemories | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(
    () =>
      whenAnswered(call('memories.offer', { conversationId }), (answer) => {
        if (!answer.ok) return setError(answer.error)
        setOffer(answer.value)
        setProposed(answer.value.proposed)
      }),
    [conversationId],
  )
  const target = offer?.target ?? null
  const ask = async () => {
    if (target === null) return
    await paidPresses.once('find facts', conversationId, async () => {
      setRunning(true)
      setError(null)
      const answer = await call('memories.propose', { conversationId, ...target })
      setRunning(false)
      if (answer.ok) setProposed(answer.value)
      else setError(answer.error)
    })
  }
  return (
    <div className={layout.stack}>
      {error === null ? null : <ErrorNote error={error} place={{ where: 'other', hasText: false }} />}
      {proposed !== null ? (
        <Proposed
          conversationId={conversationId}
          proposed={proposed}
          onSettled={(text) =>
            setProposed((now) => now && { ...now, texts: now.texts.filter((other) => other !== text) })
          }
        />
      ) : offer === null ? null : (
        <OfferWords offer={offer} />
      )}
      {isRunning ? <p role="status">{t('memory.findRuns')}</p> : null}
      <DialogFoot onCancel={onClose} cancel={t('app.close')} cancelFocused>
        {proposed !== null || target === null || offer?.messages === 0 ? null : (
          <Button kind="primary" disabled={isRunning} onClick={() => void ask()}>
            {t('memory.findAsk')}
          </Button>
        )}
      </DialogFoot>
    </div>
  )
}

function OfferWords({ offer }: { readonly offer: MemoryOffer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { cost, isBeyondBudget, isListed, messages, target } = offer
  if (target === null) return <p className={dialog.text}>{t('memory.findNoConnection')}</p>
  if (messages === 0) return <p className={dialog.text}>{t('memory.findNothing')}</p>
  const model = lineText(target.model, 80)
  return (
    <>
      <p className={dialog.text}>{t('memory.findWhat', { count: messages })}</p>
      <p className={dialog.text}>
        <Unbroken
          text={
            cost === null
              ? t('memory.findUnknown', { model })
              : t(isListed ? 'memory.findListed' : 'memory.findPrice', { model, price: moneyWords(language, cost) })
          }
        />
      </p>
      {isBeyondBudget ? <p className={dialog.text}>{t('memory.findBudget')}</p> : null}
    </>
  )
}

interface ProposedProps {
  readonly conversationId: string
  readonly proposed: ProposedMemories
  /** Called when a fact was kept or dismissed, perhaps after others that were pressed later. */
  readonly onSettled: (text: string) => void
}

function Proposed({ conversationId, proposed, onSettled }: ProposedProps) {
  const { t } = useTranslation()
  const [refused, setRefused] = useState<MemoryRefusal | null>(null)
  const { left, texts } = proposed
  const settle = (text: string) => {
    onSettled(text)
    void call('memories.settle', { conversationId, text })
  }
  const keep = async (text: string) => {
    const memory = { id: crypto.randomUUID(), text, pinned: false, isPaused: false }
    const answer = await call('memories.put', { memories: [memory] })
    if (!answer.ok) return
    setRefused(answer.value.refused)
    if (answer.value.refused === null || answer.value.refused === 'known') settle(text)
  }
  return (
    <>
      <p className={dialog.text} role="status">
        {texts.length === 0 ? t('memory.proposedNone') : t('memory.proposedHint')}
      </p>
      {refused === null ? null : <Note>{t(`memory.refused.${refused}`, { max: memoriesMax })}</Note>}
      <ul className={classes.facts} aria-label={t('memory.proposed')}>
        {texts.map((text) => (
          <li key={text} className={classes.fact}>
            <span>{text}</span>
            <Button
              size="small"
              aria-label={t('memory.keepOf', { fact: lineText(text, 60) })}
              onClick={() => void keep(text)}
            >
              {t('memory.keep')}
            </Button>
            <Button
              size="small"
              aria-label={t('memory.dismissOf', { fact: lineText(text, 60) })}
              onClick={() => settle(text)}
            >
              {t('memory.dismiss')}
            </Button>
          </li>
        ))}
      </ul>
      {left === 0 ? null : <p className={dialog.text}>{t('memory.proposedLeft', { count: left })}</p>}
    </>
  )
}
