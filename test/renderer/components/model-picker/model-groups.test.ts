import { describe, expect, it } from 'vitest'
import { chooseModels, firstModel, toggledMark } from '../../../../src/renderer/components/model-picker/model-groups.ts'
import type { Model } from '../../../../src/shared/model.ts'

const models: readonly Model[] = [
  { id: 'sora-2', family: 'openai', kind: 'video' },
  { id: 'gpt-10', family: 'openai', kind: 'chat' },
  { id: 'gpt-9', family: 'openai', kind: 'chat' },
  { id: 'orphan', family: '', kind: 'chat' },
  { id: 'claude-sonnet', family: 'anthropic', kind: 'chat' },
]

it('groups chat models by family, in natural order, those without a family last', () => {
  const { groups, others, typed } = chooseModels(models, '', 'chat')
  expect(groups.map((group) => [group.family, ...group.models.map((model) => model.id)])).toEqual([
    ['anthropic', 'claude-sonnet'],
    ['openai', 'gpt-9', 'gpt-10'],
    ['', 'orphan'],
  ])
  expect(others.map((model) => model.id)).toEqual(['sora-2'])
  expect(typed).toBeNull()
})

it('finds models by parts of their name and family, and offers an unlisted name as typed', () => {
  expect(
    chooseModels(models, 'OPEN 10', 'chat').groups.flatMap((group) => group.models.map((model) => model.id)),
  ).toEqual(['gpt-10'])
  expect(chooseModels(models, ' my-model ', 'chat').typed).toBe('my-model')
  expect(chooseModels(models, 'gpt-9', 'chat').typed).toBeNull()
  expect(chooseModels([], 'anything', 'chat').typed).toBe('anything')
})

it('does not offer embedding models, but accepts their typed name', () => {
  const embedding: Model = { id: 'text-embedding-3', family: 'openai', kind: 'embedding' }
  expect(chooseModels([...models, embedding], '', 'chat').others.map(({ id }) => id)).toEqual(['sora-2'])
  expect(chooseModels([...models, embedding], 'text-embedding-3', 'chat')).toMatchObject({
    groups: [],
    others: [],
    typed: 'text-embedding-3',
  })
})

it('begins with a chat model, or with none if there is none', () => {
  expect(firstModel(models, 'chat')).toBe('claude-sonnet')
  expect(firstModel(models, 'video')).toBe('sora-2')
  expect(firstModel([], 'chat')).toBe('')
})

it('shows favourites and recently used models above the families, each once', () => {
  const marks = { favourites: { 'gpt-10': 1, 'sora-2': 1 }, used: { 'gpt-10': 9, 'gpt-9': 5, orphan: 7, gone: 8 } }
  const { favourites, groups, recent } = chooseModels(models, '', 'chat', marks)
  expect(favourites.map(({ id }) => id)).toEqual(['gpt-10'])
  expect(recent.map(({ id }) => id)).toEqual(['orphan', 'gpt-9'])
  expect(groups.flatMap((group) => group.models.map(({ id }) => id))).toEqual(['claude-sonnet'])
  const searched = chooseModels(models, 'gpt', 'chat', marks)
  expect([searched.favourites, searched.recent]).toEqual([[], []])
  expect(searched.groups[0]?.models).toHaveLength(2)
})

it('offers near matches of a typing error only if nothing matches', () => {
  const near = (query: string) => chooseModels(models, query, 'chat').near.map(({ id }) => id)
  expect(near('calude')).toEqual(['claude-sonnet'])
  expect(near('claud sonet')).toEqual(['claude-sonnet'])
  expect(near('claude')).toEqual([])
  expect(near('zzzz')).toEqual([])
  expect(near('x')).toEqual([])
})

it.each(['gpt-9', 'constructor', '__proto__'])('marks %s as a favourite, and unmarks it', (model) => {
  const marked = toggledMark({ other: 1 }, model, 2)
  expect(Object.entries(marked)).toEqual([
    ['other', 1],
    [model, 2],
  ])
  expect(Object.entries(toggledMark(marked, model, 3))).toEqual([['other', 1]])
})

it('offers near matches among models with Chinese names', () => {
  const chinese: readonly Model[] = [
    { id: '通义千问-max', family: '阿里云', kind: 'chat' },
    { id: '文心一言-4.0', family: '百度', kind: 'chat' },
    { id: '智谱清言', family: '', kind: 'chat' },
    { id: 'gpt-9', family: 'openai', kind: 'chat' },
  ]
  const near = (query: string) => chooseModels(chinese, query, 'chat').near.map(({ id }) => id)
  // a wrong sign, a missing one, two swapped ones
  expect(near('通意千问')).toEqual(['通义千问-max'])
  expect(near('文一言')).toEqual(['文心一言-4.0'])
  expect(near('智清谱言')).toEqual(['智谱清言'])
  expect(near('混元大模型')).toEqual([])
  expect(near('通义千文 max')).toEqual(['通义千问-max'])
  expect(near('gtp-9')).toEqual(['gpt-9'])
})

it('finds models by full-width letters', () => {
  const found = chooseModels(models, 'ｇｐｔ－９', 'chat')
  expect(found.groups.flatMap((group) => group.models.map(({ id }) => id))).toEqual(['gpt-9'])
})

describe('a typing error', () => {
  const listed: readonly Model[] = [
    'demo-vision',
    'gpt-4o',
    'gpt-4.1-mini',
    'deepseek-v3.2',
    'claude-opus-4-1',
    'qwen3-235b',
  ].map((id) => ({ id, family: '', kind: 'chat' }))
  const nearest = (query: string) => chooseModels(listed, query, 'chat').near[0]?.id ?? null

  it.each([
    ['vison', 'demo-vision'],
    ['visoin', 'demo-vision'],
    ['demovision', 'demo-vision'],
    ['gpt4o', 'gpt-4o'],
    ['gtp 4o', 'gpt-4o'],
    ['depseekv3', 'deepseek-v3.2'],
    ['deapsek', 'deepseek-v3.2'],
    ['cluade opsu', 'claude-opus-4-1'],
    ['qwne3', 'qwen3-235b'],
  ])('a typing error in %s leads to %s', (query, model) => {
    expect(nearest(query)).toBe(model)
  })

  it.each(['gpt-5', 'claude-opus-5', 'my-own-finetune', 'zz'])(
    'no typing error is assumed in %s, another model',
    (query) => {
      expect(nearest(query)).toBeNull()
    },
  )
})

it('finds a model with and without the accents of its name, in any width', () => {
  const listed: readonly Model[] = [{ id: 'modèle-élan', family: '', kind: 'chat' }]
  for (const query of ['modele', 'MODÈLE', 'ｍｏｄｅｌｅ', 'elan'])
    expect(chooseModels(listed, query, 'chat').groups.flatMap((group) => group.models)).toEqual(listed)
  expect(chooseModels(listed, 'modle elan', 'chat').near).toEqual(listed)
})
