import { ArrowRight, Check, RefreshCw, Square } from 'lucide-react'
import { memo, useRef } from 'react'
import type { Message } from '../../../../shared/chat.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { ShowRequest } from '../../../components/window/ShowRequest.tsx'
import { CopyButton } from '../../../components/words/CopyButton.tsx'
import { Line } from '../../../components/words/Line.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useMoney } from '../../../platform/money-store.ts'
import { retryColumn, saidText, selectVersion } from '../actions/answer-actions.ts'
import { pickColumn } from '../actions/compare-actions.ts'
import { stopAnswer } from '../actions/stop-actions.ts'
import { AnswerBody } from '../message/AnswerBody.tsx'
import { Versions } from '../message/Versions.tsx'
import { useFollowEnd } from '../state/use-follow-end.ts'
import { usePace } from '../state/use-pace.ts'
import classes from './Columns.module.css'
import { columnWords, runningWords } from './column-words.ts'

const AnswerMemory = lazyComponent(async () => (await import('../late-parts.ts')).AnswerMemory)

interface ColumnProps {
  readonly message: Message
  /** Position of the column, from 0. */
  readonly index: number
  readonly count: number
  readonly isChosen: boolean
  readonly isTabStop: boolean
  /** Id of the hint about keys. */
  readonly describedBy: string
}

/** One of several answers, with its figures and its own actions. */
export const Column = memo(function Column({ message, index, count, isChosen, isTabStop, describedBy }: ColumnProps) {
  const { t } = useTranslation()
  const { id, model, status } = message
  const isRunning = status.state === 'streaming'
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  // an answer that has ended keeps its scroll position
  useFollowEnd(scroller, content, !isRunning)
  return (
    <article
      ref={scroller}
      className={classes.column}
      aria-label={t('compare.column', { model, index: index + 1, count })}
      aria-describedby={describedBy}
      aria-busy={isRunning}
      data-column={id}
      tabIndex={isTabStop ? 0 : -1}
    >
      <div className={classes.head}>
        <b>
          <Line text={model} />
        </b>
        {isChosen ? (
          <span className={classes.chosen}>
            <Check size={13} aria-hidden="true" />
            {t('compare.chosen')}
          </span>
        ) : null}
        {isRunning ? (
          <IconButton
            icon={Square}
            iconSize={12}
            size="small"
            words={t('compare.stop', { model })}
            onClick={() => void stopAnswer(id)}
          />
        ) : null}
      </div>
      <div ref={content}>
        <AnswerBody message={message} inColumn />
      </div>
      {message.memories === undefined || isRunning ? null : <AnswerMemory texts={message.memories} />}
      <div className={classes.end}>
        <p className={classes.numbers}>{isRunning ? <Running id={id} /> : <Ended message={message} />}</p>
        {isRunning ? null : (
          <div className={classes.foot}>
            <Button size="small" aria-label={t('compare.goOnWith', { model })} onClick={() => void pickColumn(message)}>
              {t('compare.goOn')}
              <ArrowRight size={14} aria-hidden="true" />
            </Button>
            <div className={classes.icons}>
              <Versions
                kind="message"
                versions={message.column?.versions ?? []}
                shown={message.id}
                onSelect={(version) => void selectVersion(version)}
              />
              {saidText(message).trim() === '' ? null : (
                <CopyButton text={() => saidText(message)} label={t('message.copy')} />
              )}
              <IconButton
                icon={RefreshCw}
                iconSize={15}
                size="small"
                words={t('compare.retry', { model })}
                onClick={() => void retryColumn(id)}
              />
              <ShowRequest itemId={id} />
            </div>
          </div>
        )}
      </div>
    </article>
  )
})

function Ended({ message }: { readonly message: Message }) {
  const { t } = useTranslation()
  const hasPrices = useMoney((state) => state.prices.length > 0)
  return columnWords(t, useLanguage(), message, hasPrices)
}

/** Figures of a running answer. */
function Running({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  return usePace(id, (pace, now) => runningWords(t, pace, now))
}
