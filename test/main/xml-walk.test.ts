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

test.each([
  ['<a><b/></a>', true],
  ['<?xml version="1.0"?><!-- a --><a>text</a>\n', true],
  ['', true],
  ['<a><b></b>', false],
  ['<a>text', false],
  ['<a>text</a', false],
  ['<a><!-- text', false],
])('%s is complete: %s', (xml, isWhole) => {
  const nothing = () => undefined
  expect(walkXml(xml, { open: nothing, close: nothing, text: nothing })).toBe(isWhole)
})

describe('the attributes of a tag', () => {
  test('attributes may have either quotes, spaces around the equals sign, and XML entities', () => {
    expect(attributesIn(`<w:a w:val="1 = 2" b='say "x"' c = "&lt;&#20013;">`)).toEqual([
      ['w:val', '1 = 2'],
      ['b', 'say "x"'],
      ['c', '<中'],
    ])
  })

  test('an attribute may contain the character that ends a tag', () => {
    const met: string[] = []
    const isWhole = walkXml(`<a b="1 > 2" c='"/>'/><d>e</d>`, {
      open: (name, attributes) => met.push(`<${name} ${[...attributes().values()].join('|')}`),
      close: (name) => met.push(`/${name}`),
      text: (text) => met.push(text),
    })
    expect({ isWhole, met }).toEqual({ isWhole: true, met: ['<a 1 > 2|"/>', '/a', '<d ', 'e', '/d'] })
  })

  test('attributes end where a quote is missing', () => {
    expect(attributesIn(`<a b="1" c="2>`)).toEqual([['b', '1']])
    expect(attributesIn(`<a b="1" c="2><d e="3"/>`)).toEqual([
      ['b', '1'],
      ['e', '3'],
    ])
  })

  test('attributes are read once from left to right, however long the tag is', () => {
    const many = `<a ${'b = '.repeat(250_000)}>`
    expect(attributesIn(many)).toEqual([])
    expect(attributesIn('<a b="'.repeat(200_000))).toEqual([])
    expect(attributesIn(`${'<a b="'.repeat(200_000)}>`)).toHaveLength(2)
    expect(attributesIn('<a b="1>'.repeat(200_000))).toEqual([])
    expect(attributesIn(`<a ${' '.repeat(1_000_000)}b="1">`)).toEqual([['b', '1']])
  })
})
