import { expect, test } from 'vitest'
import { fileTint } from '../../../../../src/renderer/features/chat/files/file-tint.ts'

test.each([
  ['tides.pdf', 'pdf'],
  ['TIDES.PDF', 'pdf'],
  ['notes.docx', 'text'],
  ['a.b.csv', 'sheet'],
  ['talk.pptx', 'slides'],
  ['main.rs', 'other'],
  ['pdf', 'other'],
  ['', 'other'],
])('the icon of %j has the tint %s', (name, tint) => {
  expect(fileTint(name)).toBe(tint)
})
