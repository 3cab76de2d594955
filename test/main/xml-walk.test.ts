import { describe, expect, test } from 'vitest'
import { walkXml } from '../../src/main/xml-walk.ts'

function attributesIn(xml: string): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  walkXml(xml, {
    open: (_name, attributes) => found.push(...attributes()),
    close: () => undefined,
    text: () => undefined,
  })
  return found
}

describe('the attributes of a tag', () => {
  test('stand in either quotes, with blanks around the sign, and with the entities of XML', () => {
    expect(attributesIn(`<w:a w:val="1 = 2" b='say "x"' c = "&lt;&#20013;">`)).toEqual([
      ['w:val', '1 = 2'],
      ['b', 'say "x"'],
      ['c', '<中'],
    ])
  })

  test('end where a quote is missing', () => {
    expect(attributesIn(`<a b="1" c="2>`)).toEqual([['b', '1']])
  })

  test('are read once from left to right, however long the tag is', () => {
    const many = `<a ${'b = '.repeat(250_000)}>`
    expect(attributesIn(many)).toEqual([])
    expect(attributesIn(`<a ${' '.repeat(1_000_000)}b="1">`)).toEqual([['b', '1']])
  })
})
