import { useEffect, useState } from 'react'
import type { KeptAnswer, KeptKind } from '../../shared/kept-answer.ts'
import { call, on } from '../platform/bridge/client.ts'
import { tellError } from '../platform/errors/tell-error.ts'
import { useTranslation } from '../platform/i18n/use-translation.ts'
import { Button } from './Button.tsx'
import { Fold, FoldText } from './Fold.tsx'
import classes from './KeptNote.module.css'
import { allWindows } from './lists/windows.ts'

interface KeptNoteProps {
  readonly kind: KeptKind
  /** Id of the message or job. */
  readonly ownerId: string
  /** True if main has kept answers; if not, nothing is requested. */
  readonly kept: boolean
  /** True if an unreadable body can be read again. */
  readonly canReadAgain?: boolean
  /** True to show it unfolded initially. */
  readonly opened?: boolean
}

/** Kept responses of a gateway, folded: copy them, view them raw, or read the answer again. */
export function KeptNote({ kind, ownerId, kept, canReadAgain = false, opened = false }: KeptNoteProps) {
  const { t } = useTranslation()
  const answers = useKeptAnswers(kind, ownerId, kept)
  if (answers.length === 0) return null
  const also = answers.flatMap(({ leftovers }) => leftovers.also)
  const skipped = answers.reduce((sum, { leftovers }) => sum + leftovers.skipped, 0)
  const unread = answers.some(({ state }) => state === 'unread')
  return (
    <Fold title={also.length > 0 ? t('kept.also', { count: also.length }) : t('kept.kept')} opened={opened}>
      {skipped > 0 ? <p>{t('kept.skipped', { count: skipped })}</p> : null}
      {also.map(({ text, what }, index) => (
        // the list is only ever replaced as a whole
        // biome-ignore lint/suspicious/noArrayIndexKey: several entries may be equal
        <FoldText key={index} text={text} copyLabel={t('kept.copy')} heading={t(`kept.what.${what}`)} />
      ))}
      {unread ? <p>{t('kept.unread')}</p> : null}
      <div className={classes.actions}>
        {unread && canReadAgain ? (
          <Button size="small" onClick={() => void rereadKeptAnswers(kind, ownerId)}>
            {t('kept.readAgain')}
          </Button>
        ) : null}
        {answers.map((answer) => (
          <RawBody key={answer.id} answer={answer} />
        ))}
      </div>
    </Fold>
  )
}

function RawBody({ answer }: { answer: KeptAnswer }) {
  const { t } = useTranslation()
  const [body, setBody] = useState<{ readonly text: string; readonly length: number } | null>(null)
  if (body !== null)
    return (
      <FoldText
        text={body.text}
        copyLabel={t('kept.copy')}
        heading={t('kept.asItCame')}
        note={body.length > body.text.length ? t('kept.cut', { count: body.length }) : null}
      />
    )
  return (
    <Button
      size="small"
      onClick={async () => {
        const raw = await call('answers.raw', { id: answer.id })
        if (raw.ok) setBody(raw.value)
        else tellError(raw.error)
      }}
    >
      {t('kept.show')}
    </Button>
  )
}

/** Reads the kept answers of a job again; costs nothing. */
export async function rereadKeptAnswers(kind: KeptKind, ownerId: string): Promise<void> {
  const answer = await call('answers.readAgain', { kind, ownerId })
  if (!answer.ok) tellError(answer.error)
}

function useKeptAnswers(kind: KeptKind, ownerId: string, kept: boolean): readonly KeptAnswer[] {
  const [answers, setAnswers] = useState<readonly KeptAnswer[]>([])
  useEffect(() => {
    if (!kept) return undefined
    let wanted = true
    const ask = async (): Promise<void> => {
      const answer = await allWindows(
        (window) => call('answers.kept', { kind, ownerId, ...window }),
        (read) => read.answers,
      )
      if (wanted && answer.ok) setAnswers(answer.value)
    }
    void ask()
    const forget = on('answers.changed', (owner) => {
      if (owner.kind === kind && owner.ownerId === ownerId) void ask()
    })
    return () => {
      wanted = false
      forget()
    }
  }, [kind, ownerId, kept])
  return kept ? answers : []
}
