import { expect, test } from 'vitest'
import { placesIn, placesOf } from '../../../../../src/renderer/features/chat/state/file-places.ts'

const pages = '[Page 1]\nOne.\n\n[Page 2]\nTwo.\n\n[Page 3]\nThree.'
const namesOf = (text: string, from: string, to = from, fileName = 'a.pdf') => {
  const found = placesOf(placesIn(text, fileName), text.indexOf(from), text.indexOf(to) + to.length)
  return found && [found.first.name, found.last.name]
}

test('a stretch of a document has its pages', () => {
  expect(namesOf(pages, 'Two.')).toEqual(['2', '2'])
  expect(namesOf(pages, 'wo.', 'Thr')).toEqual(['2', '3'])
  expect(namesOf(pages, '[Page 2]', 'Two.')).toEqual(['2', '2'])
  expect(placesIn(pages, 'a.pdf').map(({ end, start }) => pages.slice(start, end).trim())).toEqual([
    'One.',
    'Two.',
    'Three.',
  ])
})

test('a stretch of a workbook has its sheets, and a heading elsewhere is no sheet', () => {
  const sheets = '## Summary\n\na,b\n1,2\n\n## Sales 茶\n\nc\n3'
  expect(namesOf(sheets, '1,2', '1,2', 'a.XLSX')).toEqual(['Summary', 'Summary'])
  expect(namesOf(sheets, '3', '3', 'a.ods')).toEqual(['Sales 茶', 'Sales 茶'])
  expect(namesOf(sheets, '3', '3', 'notes.md')).toBeNull()
})

test('a text without places has none', () => {
  expect(namesOf('See [Page 3] there.', 'there')).toBeNull()
  expect(placesIn('', 'a.pdf')).toEqual([])
})
