import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeFileName, uniqueNames } from '../../../src/main/security/file-name.ts'

describe('a file name made of words', () => {
  test.each([
    ['A lacquered tea box', 'A lacquered tea box.png'],
    ['一只漆器茶盒,晨光', '一只漆器茶盒,晨光.png'],
    ['../../etc/passwd', 'etc passwd.png'],
    ['C:\\Windows\\x', 'C Windows x.png'],
    ['CON', '_CON.png'],
    ['com1.txt', '_com1.txt.png'],
    ['COM¹', '_COM¹.png'],
    ['lpt³ .x', '_lpt³ .x.png'],
    ['CONIN$', '_CONIN$.png'],
    ['conout$.txt', '_conout$.txt.png'],
    ['Clock$', '_Clock$.png'],
    ['nul .txt', '_nul .txt.png'],
    ['conference', 'conference.png'],
    ['CON$', 'CON$.png'],
    ['a\nb\u0000c', 'a b c.png'],
    ['gpj.exe\u202e', 'gpj.exe.png'],
    [' . . ', 'atelier.png'],
    ['', 'atelier.png'],
    ['trailing dots...', 'trailing dots.png'],
  ])('the words %j become the file name %j', (text, name) => expect(safeFileName(text, '.png')).toBe(name))

  test('a file name is valid on every system, for any words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const name = safeFileName(text, '.png')
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cf}]/u)
        expect(name).not.toMatch(/^[. ]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)\./i)
        expect(Buffer.byteLength(name)).toBeLessThan(250)
        expect(name.length).toBeGreaterThan('.png'.length)
      }),
    )
  })
})

describe('names that occur twice', () => {
  test('equal names are numbered, even if a number is taken or only the case differs', () => {
    expect(uniqueNames(['a.png', 'A.png', 'a (2).png', 'a.png', 'b.png'])).toEqual([
      'a.png',
      'A (2).png',
      'a (2) (2).png',
      'a (3).png',
      'b.png',
    ])
  })

  test('thousands of equal names are numbered as fast', () => {
    const names = uniqueNames(Array.from({ length: 30_000 }, () => 'New chat.md'))
    expect([new Set(names).size, names.at(-1)]).toEqual([30_000, 'New chat (30000).md'])
  })
})
