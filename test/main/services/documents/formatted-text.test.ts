import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentText } from '../../../../src/main/services/documents/document-text.ts'

const read = (name: string, content: string | Buffer) =>
  documentText(name, new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content))
const textOf = async (name: string, content: string | Buffer) => {
  const found = await read(name, content)
  return typeof found === 'string' ? found : found.text
}

test('a notebook is read as its cells, and its pictures are counted, not read', async () => {
  const bytes = readFileSync(join(import.meta.dirname, '../../../fixtures/field/nb.ipynb'))
  expect(await read('nb.ipynb', bytes)).toEqual({
    text: '# Title\nSome text\n\n```\nprint(1)\n```',
    pages: null,
    unread: [{ kind: 'pictures', count: 1 }],
  })
})

test('outputs of a notebook are read as text: lines, results, tables, errors; base64 is left out', async () => {
  const code = (source: string, ...outputs: object[]) => ({ cell_type: 'code', source: [source], outputs })
  const base64 = 'A'.repeat(4_000)
  const notebook = {
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
    cells: [
      { cell_type: 'markdown', source: `See ![x](data:image/png;base64,${base64}) here`, attachments: { 'a.png': {} } },
      code('print()', { output_type: 'stream', name: 'stdout', text: ['one\n', 'two\n'] }),
      code('f()', { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['\u001b[0;31mE\u001b[0m: v', 'at 1'] }),
      code('df', {
        output_type: 'execute_result',
        data: { 'text/html': ['<table><tr><th>a</th></tr></table>'], 'text/plain': ['   a\n0  1'] },
      }),
      code('html', { output_type: 'display_data', data: { 'text/html': '<p>only page</p>' } }),
      code('plot()', {
        output_type: 'display_data',
        data: { 'image/png': base64, 'text/plain': '<Figure size 640x480 with 1 Axes>' },
      }),
      { cell_type: 'raw', source: 'raw words' },
    ],
  }
  expect(await read('a.ipynb', JSON.stringify(notebook))).toEqual({
    text: [
      'See ![x]((left out)) here',
      '```python\nprint()\n```',
      'Output:\n```\none\ntwo\n```',
      '```python\nf()\n```',
      'Output:\n```\nE: v\nat 1\n```',
      '```python\ndf\n```',
      'Output:\n```\na\n0  1\n```',
      '```python\nhtml\n```',
      'Output:\n```\nonly page\n```',
      '```python\nplot()\n```',
      'raw words',
    ].join('\n\n'),
    pages: null,
    unread: [{ kind: 'pictures', count: 3 }],
  })
})

test('a notebook with broken cells and outputs is read without them', async () => {
  const cells = [null, 7, { cell_type: 'code', source: 'x', outputs: [null, { output_type: 'stream', text: 'seen' }] }]
  expect(await textOf('a.ipynb', JSON.stringify({ cells }))).toBe('```\nx\n```\n\nOutput:\n```\nseen\n```')
})

test('a notebook of version 3 is read, and other JSON stays a text', async () => {
  const old = {
    worksheets: [{ cells: [{ cell_type: 'code', input: 'x = 1', outputs: [{ text: '7', output_type: 'pyout' }] }] }],
  }
  expect(await textOf('old.ipynb', JSON.stringify(old))).toBe('```\nx = 1\n```\n\nOutput:\n```\n7\n```')
  expect(await textOf('other.ipynb', '{"a": 1}')).toBe('{"a": 1}')
  expect(await textOf('cut.ipynb', '{"cells": [{"cell_type"')).toBe('{"cells": [{"cell_type"')
})

const mail = (body: string, type = 'text/plain; charset=utf-8', more = '') =>
  `Received: by mx\r\nFrom: =?UTF-8?B?546L6Iqz?= <wang@example.org>\r\nTo: Ada <ada@example.org>, bo@example.org\r\nDate: Mon, 2 Nov 2026 10:00:00 +0800\r\nSubject: =?gbk?B?s7HPqw==?=\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n${more}\r\n${body}`
const heads =
  '# 潮汐\n\nFrom: 王芳 <wang@example.org>\nTo: Ada <ada@example.org>, bo@example.org\nDate: Mon, 2 Nov 2026 10:00:00 +0800'

test('a mail is read with its headers and its text, under any name', async () => {
  for (const name of ['a.eml', 'a', 'a.mail'])
    expect(await textOf(name, mail('Hello\r\nthere'))).toBe(`${heads}\n\nHello\nthere`)
  // a name that promises a text keeps it
  expect(await textOf('a.txt', mail('Hello'))).toContain('Received: by mx')
})

test('a mail of Apple Mail is read without its length and property list', async () => {
  const whole = mail('Hello')
  const file = `${Buffer.byteLength(whole)}      \n${whole}<?xml version="1.0"?><plist></plist>`
  expect(await textOf('1.emlx', file)).toBe(`${heads}\n\nHello`)
})

test('a mail is read as HTML if there is no text, with the names of attachments', async () => {
  const parts = [
    '--b\r\nContent-Type: multipart/alternative; boundary=c\r\n',
    '--c\r\nContent-Type: text/html; charset=gbk\r\nContent-Transfer-Encoding: base64\r\n\r\nPHA+s7HPqzwvcD4=\r\n',
    '--c--\r\n',
    '--b\r\nContent-Type: image/png\r\nContent-ID: <a>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw==\r\n',
    '--b\r\nContent-Type: application/pdf; name="=?UTF-8?Q?plan_=E6=BD=AE.pdf?="\r\nContent-Disposition: attachment\r\n\r\nx\r\n',
    '--b--\r\n',
  ]
  expect(await read('a.eml', mail(parts.join('\r\n'), 'multipart/mixed; boundary=b'))).toEqual({
    text: `${heads}\n\n潮汐\n\nAttachments, not read: plan 潮.pdf`,
    body: '潮汐',
    pages: null,
    unread: [
      { kind: 'pictures', count: 1 },
      { kind: 'attachments', count: 1 },
    ],
  })
})

test('nested mails are read, even 40 levels deep', async () => {
  let nested = mail('innermost')
  for (let depth = 0; depth < 40; depth += 1) nested = mail(nested, 'message/rfc822')
  expect(await textOf('a.eml', nested)).toContain('潮汐')
  const forwarded = mail(
    `--b\r\nContent-Type: message/rfc822\r\n\r\n${mail('inner words')}\r\n--b--`,
    'multipart/mixed; boundary=b',
  )
  expect(await textOf('a.eml', forwarded)).toContain('inner words')
})

test('a mailbox is read mail by mail, and quoted lines begin no mail', async () => {
  const box = ['Hello\n\nFrom here on it is text\n', 'Second\n']
    .map((body) => `From wang@example.org Mon Nov  2 10:00:00 2026\n${mail(body).replaceAll('\r\n', '\n')}\n`)
    .join('')
  expect(await textOf('all.mbox', box)).toBe(
    `${heads}\n\nHello\n\nFrom here on it is text\n\n---\n\n${heads}\n\nSecond`,
  )
  expect(await textOf('inbox', box)).toContain('Second')
})

test('RTF is read with its code pages, symbols and hidden parts', async () => {
  const rtf = [
    '{\\rtf1\\ansi\\ansicpg936\\deff0{\\fonttbl{\\f0\\fcharset134 SimSun;}{\\f1\\fcharset204 Arial;}{\\f2\\fnil Times;}}',
    '{\\colortbl;\\red255;}{\\*\\generator Word;}{\\info{\\title Not text}}',
    "\\f0\\'b3\\'b1\\'cf\\'ab\\par",
    "{\\f1\\'cf\\'f0\\'e8}\\par",
    '\\uc1\\u28526?\\u27728?\\u-10179?\\u-8638? and \\lquote quotes\\rquote\\~here\\par',
    '{\\v hidden}{\\deleted gone}{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt shown}}\\par',
    '{\\pict\\pngblip 89504e47}{\\*\\shppict{\\pict 00}}{\\nonshppict{\\pict 00}}',
    '\\pard\\outlinelevel1 Heading\\par\\pard',
    '\\trowd\\intbl hour\\cell height\\cell\\row\\trowd\\intbl 12\\cell 3 | 4\\cell\\row\\pard',
    'Note{\\super\\chftn{\\footnote\\chftn  a footnote}} and{\\*\\atnid AB}{\\*\\atnauthor Ada}{\\*\\annotation check this} more\\par',
    '{\\header Northwind\\par}{\\footer Page \\chpgn\\par}',
    '\\{braces\\}\\line next}',
  ].join('\n')
  expect(await read('a.rtf', rtf)).toEqual({
    text: [
      '[Header]\nNorthwind',
      '潮汐',
      'При',
      '潮汐🙂 and ‘quotes’ here',
      'shown',
      '## Heading',
      '| hour | height |\n| --- | --- |\n| 12 | 3 \\| 4 |',
      'Note[^1] and[^2] more',
      '{braces}\nnext',
      '[^1]: a footnote\n[^2]: Comment by Ada: check this',
      '[Footer]\nPage',
    ].join('\n\n'),
    pages: null,
    unread: [{ kind: 'pictures', count: 2 }],
  })
})

test('truncated RTF keeps its text, and unclosed groups are refused or read literally', async () => {
  expect(await textOf('a.rtf', '{\\rtf1 Words{\\footnote a note')).toBe('Words[^1]\n\n[^1]: a note')
  expect(await textOf('deep.rtf', `{\\rtf1 ${'{'.repeat(100_000)}x`)).toMatch(/^\{\\rtf1 /)
  expect(await textOf('bin.rtf', '{\\rtf1 a\\bin5 {{{{{b\\par}')).toBe('ab')
})

test('mails with other first lines, or none, are part of a mailbox', async () => {
  const second = `\nFrom wang@example.org Mon Nov  2 10:00:00 2026\n${mail('Second').replaceAll('\r\n', '\n')}\n`
  const first = mail('First').replaceAll('\r\n', '\n')
  for (const lead of ['\n\nFrom wang@example.org Mon Nov  2 10:00:00 2026\n', 'From wang@example.org\n', ''])
    expect(await textOf('all.mbox', `${lead}${first}\n${second}`)).toBe(
      `${heads}\n\nFirst\n\n---\n\n${heads}\n\nSecond`,
    )
})

test('notes that begin with lines like headers are not a mail', async () => {
  const note = 'From: me\nTo: you\nSubject: tides\nDate: today\n\n# Tides\n\nThe words'
  expect(await textOf('a.note', note)).toBe(note)
  expect(await textOf('a.http', `X-One: 1\nX-Two: 2\nContent-Type: a\nFrom: b\n\nbody`)).toContain('X-One: 1')
})

test('templates that begin like a page keep their code', async () => {
  for (const ending of ['jsp', 'cshtml', 'hbs', 'ejs', 'erb', 'twig', 'aspx']) {
    const page = '<html><body class="a"><%= tide %></body></html>'
    expect(await textOf(`page.${ending}`, page)).toBe(page)
  }
  expect(await textOf('table.xls', '<html><body><p>tide</p></body></html>')).toBe('tide')
})

test('a mailbox of too many mails is too large, instead of shown as source', async () => {
  const one = 'From a@example.org Mon Nov  2 10:00:00 2026\nSubject: x\n\nbody\n\n'
  expect(await textOf('all.mbox', one.repeat(5_002))).toBe('too_large')
})

test('bytes after the end of RTF are ignored, and another document after it is read', async () => {
  expect(await textOf('a.rtf', '{\\rtf1 Words\\par}\0')).toBe('Words')
  expect(await textOf('a.rtf', '{\\rtf1 Wo\0rds}}\0\0 rest')).toBe('Words')
  expect(await textOf('a.rtf', '{\\rtf1 One\\par}\n{\\rtf1 Two}')).toBe('One\n\nTwo')
})

test('Western European fonts in RTF have their code page, except in a Chinese document', async () => {
  const rtf = (page: number) => `{\\rtf1\\ansi\\ansicpg${page}{\\fonttbl{\\f0\\fcharset0 Arial;}}\\f0\\'e9\\'e9}`
  expect(await textOf('a.rtf', rtf(1251))).toBe('éé')
  expect(await textOf('a.rtf', rtf(936))).toBe('殚')
})

test('a text with another extension that mentions a PDF is a text', async () => {
  const log = 'line one\nupload %PDF-1.7 refused\n'
  expect(await textOf('a.trace', log)).toContain('upload %PDF-1.7 refused')
  expect(await textOf('a.pdf', log)).toBe('damaged')
})

test('a saved page has no sender, and its style sheets are not attachments', async () => {
  const page = [
    'From: <Saved by Blink>\r\nSubject: Tides\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="b"\r\n',
    '--b\r\nContent-Type: text/html\r\nContent-Location: https://example.org/\r\n\r\n<p>The words</p>\r\n',
    '--b\r\nContent-Type: text/css\r\nContent-Location: cid:css-1@mhtml.blink\r\n\r\np {}\r\n',
    '--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-Location: https://example.org/a.png\r\n\r\niVBORw==\r\n',
    '--b--\r\n',
  ].join('\r\n')
  expect(await read('a.mhtml', page)).toMatchObject({
    text: '# Tides\n\nThe words',
    unread: [{ kind: 'pictures', count: 1 }],
  })
})

test('text before the first mail is counted, and a text that is not a mailbox stays whole', async () => {
  const mailbox = 'Words\n\nFrom wang@example.org Mon Nov  2 10:00:00 2026\nSubject: x\n\nbody\n'
  expect(await read('all.mbox', mailbox)).toMatchObject({ text: '# x\n\nbody', unread: [{ kind: 'parts', count: 1 }] })
  for (const text of ['Hello world\nthis is: plain\n\nsecond\n', 'From here on\n\nwords\n'])
    expect(await textOf('all.mbox', text)).toBe(text)
})
