import { Fragment, memo, useMemo } from 'react'
import type { ToolCall } from '../../../../shared/tools.ts'
import { Markdown } from '../../../components/markdown/Markdown.tsx'
import { answerParts, callRounds } from '../state/answer-parts.ts'
import { CallGroup } from './CallGroup.tsx'

interface AnswerTextProps {
  readonly text: string
  readonly calls: readonly ToolCall[]
  readonly model: string
  readonly streaming: boolean
}

/** The text of an answer with its tool calls at their positions. Only the last part streams. */
export const AnswerText = memo(function AnswerText({ text, calls, model, streaming }: AnswerTextProps) {
  const rounds = useMemo(() => callRounds(calls), [calls])
  return answerParts(text, rounds).map(({ start, text: part, round }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is the text of one round, which never moves
    <Fragment key={index}>
      {part === '' ? null : <Markdown text={part} start={start} streaming={streaming && round === null} />}
      {round === null ? null : <CallGroup calls={round.calls} model={model} />}
    </Fragment>
  ))
})
