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
  // thoughts beside the output, as of xAI
  [
    {
      ...{ prompt_tokens: 100, completion_tokens: 9, total_tokens: 1109 },
      completion_tokens_details: { reasoning_tokens: 1000 },
    },
    { promptTokens: 100, completionTokens: 1009 },
  ],
  [
    { input_tokens: 100, output_tokens: 9, total_tokens: 1109, output_tokens_details: { reasoning_tokens: '1000' } },
    { promptTokens: 100, completionTokens: 1009 },
  ],
  [
    { prompt_tokens: 100, total_tokens: 1100, completion_tokens_details: { reasoning_tokens: 1000 } },
    { promptTokens: 100, completionTokens: 1000, isIncomplete: true },
  ],
  // thoughts within the output, as of OpenAI
  [
    {
      ...{ prompt_tokens: 100, completion_tokens: 1009, total_tokens: 1109 },
      completion_tokens_details: { reasoning_tokens: 1000 },
    },
    { promptTokens: 100, completionTokens: 1009 },
  ],
  [
    { prompt_tokens: 100, completion_tokens: 1009, completion_tokens_details: { reasoning_tokens: 1000 } },
    { promptTokens: 100, completionTokens: 1009 },
  ],
  // zeros under one name, counts under another
  [
    { prompt_tokens: 0, completion_tokens: 0, input_tokens: 100, output_tokens: 20 },
    { promptTokens: 100, completionTokens: 20 },
  ],
  [
    { prompt_tokens: 100, completion_tokens: 20, input_tokens: 0, output_tokens: 0 },
    { promptTokens: 100, completionTokens: 20 },
  ],
  [
    { prompt_tokens: 100, completion_tokens: 0, output_tokens: null },
    { promptTokens: 100, completionTokens: 0 },
  ],
  // tokens of the cache beside the input, as of Anthropic
  [
    { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 },
    { promptTokens: 130, completionTokens: 5, cachedTokens: 100 },
  ],
  [
    { input_tokens: 0, output_tokens: 5, cache_read_input_tokens: '100' },
    { promptTokens: 100, completionTokens: 5, cachedTokens: 100 },
  ],
  [
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 115, cache_read_input_tokens: 100 },
    { promptTokens: 110, completionTokens: 5, cachedTokens: 100 },
  ],
  // and within it, as gateways translate it
  [
    { prompt_tokens: 130, completion_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 },
    { promptTokens: 130, completionTokens: 5, cachedTokens: 100 },
  ],
  [
    {
      ...{ prompt_tokens: 130, completion_tokens: 5, input_tokens: 10, output_tokens: 5 },
      ...{ cache_read_input_tokens: 100, cache_creation_input_tokens: 20 },
    },
    { promptTokens: 130, completionTokens: 5, cachedTokens: 100 },
  ],
  // tokens from the cache, by the names of several gateways
  ...[
    { cached_tokens: 50 },
    { prompt_cache_hit_tokens: 50 },
    { prompt_tokens_details: { cached_tokens: 0 }, prompt_cache_hit_tokens: 50 },
    { prompt_tokens_details: { cached_tokens: 50 }, cached_tokens: 0 },
    { prompt_tokens_details: null, input_tokens_details: { cached_tokens: 50 } },
    { prompt_tokens_details: {}, input_tokens_details: { cached_tokens: 50 } },
  ].map((named): [object, object] => [
    { prompt_tokens: 100, completion_tokens: 20, ...named },
    { promptTokens: 100, completionTokens: 20, cachedTokens: 50 },
  ]),
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
