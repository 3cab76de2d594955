import { expect, test } from 'vitest'
import { documentText } from '../../../../src/main/services/documents/document-text.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'

const read = (name: string, content: string | Buffer) =>
  documentText(name, new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content))
const random = randomFrom(7)
const noise = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
const gbk = Buffer.from('3030312cb3b1cfab0a3030322cb8dfb3b10a', 'hex')

test.each([
  ['Token.sol', 'pragma solidity ^0.8.0;\ncontract Tide {}\n'],
  ['.env', 'TIDE_KEY=abc\n'],
  ['Dockerfile', 'FROM debian\nRUN true\n'],
  ['LICENSE', 'Do what you want.\n'],
  ['App.vue', '<template><p>{{ tide }}</p></template>\n'],
  ['main.tf', 'resource "tide" "high" {}\n'],
  ['unit.pas', 'program Tide;\nbegin\nend.\n'],
  ['trace.out', 'line \u001b[31mred\u001b[0m and so on\n'.repeat(30)],
  ['page.xwiki', '= 潮汐 =\nTwice a day.\n'],
  ['a.b.c.weird-ending', 'text'],
  ['short.xyz', 'a'],
  ['photo.png', 'a note that was given the name of a picture\n'],
])('%s is read as the text that it is', async (name, text) => {
  expect(await read(name, text)).toMatchObject({ text, pages: null })
})

test('a large binary is refused at its beginning, and a large text is read whole', async () => {
  const block = noise(64 * 1024)
  expect(await read('disk.img', Buffer.concat(Array.from({ length: 600 }, () => block)))).toBe('not_supported')
  const long = `${'潮汐每天两次。\n'.repeat(20_000)}end`
  expect(await read('long.weird', long)).toMatchObject({ text: long })
})

test('a text in another encoding is read under any name', async () => {
  for (const name of ['list.dat', 'list', 'list.csv', 'list.docx'])
    expect(await read(name, gbk)).toMatchObject({ text: '001,潮汐\n002,高潮\n', encoding: 'gb18030' })
  const wide = Buffer.from('\ufeffTide 潮汐\n', 'utf16le')
  expect(await read('list.reg', wide)).toMatchObject({ text: 'Tide 潮汐\n', encoding: 'utf-16le' })
  expect(await read('list.inf', Buffer.from('[Version]\r\nClass = Tide\r\n', 'utf16le'))).toMatchObject({
    text: '[Version]\nClass = Tide\n',
  })
})

test("a text or web page with a document's extension is read by its content", async () => {
  expect(await read('plain.doc', 'Only words.\n')).toMatchObject({ text: 'Only words.\n' })
  const table = '<html><body><table><tr><th>hour</th></tr><tr><td>12</td></tr></table></body></html>'
  expect(await read('export.xls', table)).toMatchObject({ text: '| hour |\n| --- |\n| 12 |' })
  expect(await read('letter.doc', '{\\rtf1\\ansi Words\\par}')).toMatchObject({ text: 'Words' })
  const mht = 'MIME-Version: 1.0\r\nContent-Type: text/html\r\nFrom: <Saved by Word>\r\n\r\n<p>Saved page</p>'
  expect(await read('letter.doc', mht)).toMatchObject({ text: expect.stringContaining('Saved page') })
})

test.each([
  ['data.bin', Buffer.from([0, 1, 2, 3])],
  ['data', Buffer.from([0, 0, 0, 1, 0, 2, 0, 9, 0, 0, 0, 77])],
  ['key.dat', noise(64)],
  ['packed.xyz', noise(5_000)],
  ['mostly-text.xyz', Buffer.concat([Buffer.from('header line\n'.repeat(20)), noise(3_000)])],
  ['picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['song', Buffer.concat([Buffer.from('fLaC'), Buffer.from('a'.repeat(100))])],
  ['program', Buffer.from('\x7fELF'.padEnd(100, 'a'), 'latin1')],
])('%s is refused by its bytes', async (name, bytes) => {
  expect(await read(name, bytes)).toBe('not_supported')
})
