import { expect, it } from 'vitest'
import { chooseModels, firstModel } from '../../../../src/renderer/components/model-picker/model-groups.ts'
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

it('finds by parts of name and family, and offers what was typed unless it is listed', () => {
  expect(
    chooseModels(models, 'OPEN 10', 'chat').groups.flatMap((group) => group.models.map((model) => model.id)),
  ).toEqual(['gpt-10'])
  expect(chooseModels(models, ' my-model ', 'chat').typed).toBe('my-model')
  expect(chooseModels(models, 'gpt-9', 'chat').typed).toBeNull()
  expect(chooseModels([], 'anything', 'chat').typed).toBe('anything')
})

it('does not offer embedding models, but takes their name when it is typed', () => {
  const embedding: Model = { id: 'text-embedding-3', family: 'openai', kind: 'embedding' }
  expect(chooseModels([...models, embedding], '', 'chat').others.map(({ id }) => id)).toEqual(['sora-2'])
  expect(chooseModels([...models, embedding], 'text-embedding-3', 'chat')).toMatchObject({
    groups: [],
    others: [],
    typed: 'text-embedding-3',
  })
})

it('begins with a chat model, and with nothing where there is none', () => {
  expect(firstModel(models, 'chat')).toBe('claude-sonnet')
  expect(firstModel(models, 'video')).toBe('sora-2')
  expect(firstModel([], 'chat')).toBe('')
})
