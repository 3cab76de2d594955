import { describe, expect, test } from 'vitest'
import { readModelCard } from '../../../../../src/main/gateway/model-card.ts'
import { factsOf } from '../../../../../src/main/services/connections/facts/model-facts.ts'
import { modelFactsSchema } from '../../../../../src/shared/model-facts.ts'

const nothing = { window: null, abilities: {} }
const windowOf = (model: string) => factsOf(model, null, nothing, []).window?.value ?? null

describe('the known facts about a model', () => {
  test("facts are found by a model's id in any case and after a prefix, and never by similarity", () => {
    expect(windowOf('gpt-4o')).toBe(128_000)
    expect([windowOf('GPT-4o'), windowOf('openai/gpt-4o'), windowOf('a/b/Gpt-4o')]).toEqual([128_000, 128_000, 128_000])
    for (const other of ['gpt-4oo', 'gpt-4o-', 'my-gpt-4o', 'gpt-4', 'constructor', '__proto__', ''])
      expect(windowOf(other)).not.toBe(128_000)
  })

  test('facts come from the user, then the gateway, then the snapshot, then the name', () => {
    const card = { window: 9000, sees: false, thinks: null, tools: null }
    expect(modelFactsSchema.parse(factsOf('gpt-4o', card, { ...nothing, window: 7000 }, []))).toMatchObject({
      window: { value: 7000, source: 'person' },
      sees: { value: false, source: 'gateway' },
      tools: { value: true, source: 'snapshot' },
    })
    expect(factsOf('gpt-4o', card, nothing, []).window).toEqual({ value: 9000, source: 'gateway' })
    const said = { window: null, abilities: { 'sees gpt-4o': 'yes', 'tools gpt-4o': 'no' } } as const
    expect(factsOf('GPT-4o', card, said, [])).toMatchObject({
      sees: { value: true, source: 'person' },
      thinks: { value: false, source: 'snapshot' },
      tools: { value: false, source: 'person' },
    })
    expect(factsOf('qwen-long', null, nothing, []).sees).toEqual({ value: false, source: 'name' })
    expect(factsOf('nobody', null, nothing, [])).toMatchObject({
      window: null,
      sees: null,
      thinks: null,
      tools: null,
    })
  })
})

describe('the card of a gateway', () => {
  test('the card is read under the usual field names, and invalid values are unknown', () => {
    expect(readModelCard('{"id": "a", "context_length": 5000, "supported_parameters": ["tools"]}')).toEqual({
      ...{ window: 5000, sees: null, thinks: false, tools: true },
    })
    const modalities = '{"id": "a", "max_model_len": 1, "architecture": {"input_modalities": ["text", "image"]}}'
    expect(readModelCard(modalities)).toMatchObject({ window: 1, sees: true })
    const odd = '{"id": "a", "context_length": -1, "context_window": "big", "capabilities": [], "input_modalities": 5}'
    expect(readModelCard(odd)).toEqual({ window: null, sees: null, thinks: null, tools: null })
    const empty =
      '{"id": "a", "supported_parameters": [], "architecture": {"input_modalities": []}, "input_modalities": []}'
    expect(readModelCard(empty)).toEqual({ window: null, sees: null, thinks: null, tools: null })
    const further = '{"id": "a", "architecture": {"input_modalities": []}, "input_modalities": ["text"]}'
    expect(readModelCard(further)).toMatchObject({ sees: false })
    for (const text of ['', '[]', '{}', '<html>', '{"id": 5}']) expect(readModelCard(text)).toBeNull()
  })
})
