import { expect, test } from 'vitest'
import { usageIn } from '../../../src/main/gateway/liberal-fields.ts'

test.each([
  [
    { prompt_tokens: 120, completion_tokens: 30 },
    { promptTokens: 120, completionTokens: 30 },
  ],
  [
    { prompt_tokens: '120', completion_tokens: '30' },
    { promptTokens: 120, completionTokens: 30 },
  ],
  [
    { input_tokens: 120, output_tokens: 0 },
    { promptTokens: 120, completionTokens: 0 },
  ],
  [{ prompt_tokens: 0, completion_tokens: 0, input_tokens: 0 }, null],
  [{}, null],
  [{ prompt_tokens: 'many' }, null],
  [{ total_tokens: 150 }, null],
  [
    { prompt_tokens: 0, completion_tokens: 30 },
    { promptTokens: 0, completionTokens: 30, isIncomplete: true },
  ],
  [{ prompt_tokens: 120 }, { promptTokens: 120, completionTokens: 0, isIncomplete: true }],
  [
    { prompt_tokens: 100, completion_tokens: 1, prompt_tokens_details: { cached_tokens: '400' } },
    { promptTokens: 100, completionTokens: 1, cachedTokens: 100 },
  ],
])('usage %j', (value, usage) => expect(usageIn(value)).toEqual(usage))
