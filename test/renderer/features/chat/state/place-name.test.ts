import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { placeName } from '../../../../../src/renderer/features/chat/state/place-name.ts'
import type { PassagePlace } from '../../../../../src/shared/knowledge.ts'
import { columnHeading } from '../../../../../src/shared/passages/column-heading.ts'

const i18n = createInstance()

const place: PassagePlace = {
  kind: 'file',
  sourceId: 's',
  document: '',
  title: 'prices.xlsx',
  headings: [],
  partId: null,
  start: 0,
  end: 1,
  atMs: null,
}

test('a citation is named by its heading, not by the columns of a table', () => {
  const columns = columnHeading('Name,Price')
  expect(placeName(i18n.t, { ...place, headings: ['2026', 'March', columns] })).toBe('prices.xlsx › March')
  expect(placeName(i18n.t, { ...place, headings: [columns] })).toBe('prices.xlsx')
})
