import { expect, test } from 'vitest'
import { folderGaps } from '../../../../../src/renderer/features/chat/state/folder-gaps.ts'
import { defaultParameters } from '../../../../../src/shared/chat-limits.ts'

const start = {
  parameters: {
    ...defaultParameters,
    tools: { enabled: ['a', 'b'], roundsMax: 10 },
    knowledge: { collections: ['c', 'd'] },
  },
  ...{ connectionId: 'k', model: 'm', files: [] },
}
const available = {
  ...{ connections: ['k'], standard: 'k', modelsOf: () => ['m'] },
  ...{ tools: ['a', 'b'], collections: ['c', 'd'] },
}

test('nothing is missing if everything is available, or if the lists are not loaded', () => {
  expect(folderGaps(start, available)).toBeNull()
  expect(folderGaps(start, { ...available, modelsOf: () => undefined, collections: null })).toBeNull()
})

test('a missing model, tool and collection is reported', () => {
  expect(folderGaps(start, { ...available, modelsOf: () => ['n'], tools: ['a'], collections: [] })).toEqual({
    ...{ connection: false, model: 'm', tools: 1, collections: 2 },
  })
})

test('with its connection, the model is missing too, and only the connection is reported', () => {
  expect(folderGaps(start, { ...available, connections: ['other'] })).toEqual({
    ...{ connection: true, model: null, tools: 0, collections: 0 },
  })
})
