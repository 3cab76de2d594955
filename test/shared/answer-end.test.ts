import { describe, expect, test } from 'vitest'
import { type AnswerEnd, answerEnd, canContinue } from '../../src/shared/answer-end.ts'

const ends: Readonly<Record<AnswerEnd, readonly (string | null)[]>> = {
  whole: [
    ...[null, '', 'stop', 'STOP', 'end_turn', 'EndTurn', 'stop_sequence', 'eos', 'eos_token', 'tool_calls', 'tool_use'],
    ...['function_call', 'COMPLETE', 'completed', 'finish', 'FINISH_REASON_STOP', 'FinishReason.STOP', 'null'],
    ...['FINISH_REASON_UNSPECIFIED', 'EndOfText', 'normal'],
  ],
  length: [
    ...['length', 'LENGTH', 'MAX_TOKENS', 'max_tokens', 'maxTokens', 'max_output_tokens', 'max_completion_tokens'],
    ...['model_length', 'FinishReason.MAX_TOKENS', 'token_limit', 'context_length_exceeded', 'truncated', 'limit'],
    ...['model_context_window_exceeded', '长度超限'],
  ],
  filter: [
    ...['content_filter', 'ContentFiltered', 'sensitive', 'SAFETY', 'IMAGE_SAFETY', 'RECITATION', 'PROHIBITED_CONTENT'],
    ...['BLOCKLIST', 'SPII', 'refusal', 'guardrail_intervened', 'moderation', '敏感内容'],
  ],
  broken: [
    ...['insufficient_system_resource', 'network_error', 'error', 'abort', 'timeout', 'overloaded', 'server_error'],
    ...['cancelled', 'service_unavailable', 'NETWORK_ERROR', '网络错误'],
  ],
  unknown: ['pause_turn', 'OTHER', 'LANGUAGE', 'MALFORMED_FUNCTION_CALL', 'incomplete', 'x', '为止'],
}

describe.each(Object.entries(ends))('an end of the kind %s', (kind, reasons) => {
  test.each(reasons.map((reason) => [reason]))('%j', (reason) => {
    expect(answerEnd(reason)).toBe(kind)
    expect(canContinue(reason)).toBe(kind === 'length' || kind === 'broken' || kind === 'unknown')
  })
})

test('a reason of a megabyte is read in part', () => {
  expect(answerEnd(`stop${'x'.repeat(1e6)}`)).toBe('unknown')
})
