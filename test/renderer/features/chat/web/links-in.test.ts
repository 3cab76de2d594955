import { expect, test } from 'vitest'
import { linksIn } from '../../../../../src/renderer/features/chat/web/links-in.ts'

test('finds each address of a text once, without the punctuation around it', () => {
  const text =
    'See https://a.example/x, (http://b.example/y) and [c](https://c.example/z?q=1#d). Again: https://a.example/x.'
  expect(linksIn(text)).toEqual(['https://a.example/x', 'http://b.example/y', 'https://c.example/z?q=1#d'])
})

test('an address ends at Chinese punctuation', () => {
  expect(linksIn('参见https://a.example/潮汐。另见《https://b.example》')).toEqual([
    'https://a.example/潮汐',
    'https://b.example',
  ])
})

test('finds at most five addresses, and only web addresses', () => {
  expect(linksIn(Array.from({ length: 9 }, (_, index) => `https://a.example/${index}`).join(' '))).toHaveLength(5)
  expect(linksIn('javascript:alert(1) file:///etc/passwd https:// http://')).toEqual([])
})
