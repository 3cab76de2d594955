import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PrivateMarks } from '../../../src/main/gateway/private-marks.ts'

const [open, close, next] = ['\ue200', '\ue201', '\ue202']
const cite = `${open}cite${next}turn0search0${next}turn0search3${close}`

function read(parts: readonly string[]): string {
  const marks = new PrivateMarks()
  return parts.map((part) => marks.push(part)).join('') + marks.end()
}

test.each([
  [`It rains.${cite} It pours.`, 'It rains. It pours.'],
  [`${cite}${cite}a${cite}`, 'a'],
  [`See ${open}filecite${next}turn1file0${next}L3-L9${close}.`, 'See .'],
  [`In ${open}entity${next}["city","Paris","capital of France"]${close} it rains.`, 'In Paris it rains.'],
  [`In ${open}entity["place","\\u6771\\u4eac \\"x\\""]${close}.`, 'In 東京 "x".'],
  [
    `By ${open}url${next}The [site]${next}https://example.org/a?b=c${close}.`,
    'By [The site](https://example.org/a?b=c).',
  ],
  [`By ${open}url${next}The site${next}turn0search1${close}.`, 'By The site.'],
  [`${open}navlist${next}More${next}turn0news1,turn0news2${close}end`, 'end'],
  [`${open}image_group${next}{"query":["a\\nb"]}${close}\nend`, '\nend'],
  // never closed
  [`Half ${open}cite${next}turn0sea`, 'Half '],
  [`Half ${open}cite${next}turn0search0The next.`, 'Half The next.'],
  [`Half ${open}cite${next}turn0search0,turn0news12.In 2024`, 'Half .In 2024'],
  [`Half ${open}ci`, 'Half '],
  [`Half ${open}`, 'Half '],
  [`A ${open}word and many others`, 'A word and many others'],
  [`A ${open}cite${next}turn0search0 ${cite}b`, 'A b'],
  [`${open}x y${'z'.repeat(9_000)}${close}`, `x y${'z'.repeat(9_000)}`],
  // strays, and other characters of the area
  [`a${close}b${next}c`, 'abc'],
  ['\uf8ff \ue0b0 \ue203', '\uf8ff \ue0b0 \ue203'],
  ['citeturn0search0', 'citeturn0search0'],
])('%j reads as %j, however it is cut', (text, said) => {
  expect(read([text])).toBe(said)
  expect(read([...text])).toBe(said)
  for (let at = 1; at < Math.min(text.length, 80); at += 1) expect(read([text.slice(0, at), text.slice(at)])).toBe(said)
})

test('text outside of private-use marks is kept, and no mark is left', () => {
  const words = fc.constantFrom('a ', '想', '\n', 'turn0', '[x]', '🙂', 'cite')
  const marks = fc.constantFrom(cite, `${open}filecite${next}turn0file1${close}`, close, next)
  const pieces = fc.array(fc.oneof(words, marks), { maxLength: 12 })
  fc.assert(
    fc.property(pieces, fc.array(fc.nat(60), { maxLength: 5 }), (all, cuts) => {
      const text = all.join('')
      const at = [0, ...cuts.filter((cut) => cut < text.length).toSorted((one, other) => one - other), text.length]
      const said = read(at.slice(1).map((end, index) => text.slice(at[index], end)))
      expect(said).toBe(all.filter((piece) => !/[\ue200-\ue202]/.test(piece)).join(''))
    }),
  )
})

test('a text of unclosed private-use marks is read in one pass', () => {
  const marks = new PrivateMarks()
  const text = '\ue200'.repeat(1_000_000)
  expect(marks.push(text) + marks.end()).toBe('')
})
