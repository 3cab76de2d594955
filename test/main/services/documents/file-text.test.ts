import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileText } from '../../../../src/main/services/documents/file-text.ts'
import { htmlText } from '../../../../src/main/services/documents/html-text.ts'
import { decodeText } from '../../../../src/main/services/documents/text-decoding.ts'

const said = '潮汐 comes twice a day.\nSecond line'
const wide = (text: string, big: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return big ? bytes.swap16() : bytes
}

test.each([
  ['UTF-8', Buffer.from(said)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${said}`)],
  ['UTF-16 LE with a mark', wide(`\ufeff${said}`, false)],
  ['UTF-16 BE with a mark', wide(`\ufeff${said}`, true)],
  ['UTF-16 LE without a mark', wide(said, false)],
  ['UTF-16 BE without a mark', wide(said, true)],
  ['GBK', Buffer.concat([Buffer.from([0xb3, 0xb1, 0xcf, 0xab]), Buffer.from(said.slice(2))])],
  ['Windows line ends', Buffer.from(said.replace('\n', '\r\n'))],
])('reads %s', (_name, bytes) => {
  expect(decodeText(bytes)?.text).toBe(said)
})

test('bytes that are not text are refused, and no bytes crash the reader', () => {
  expect(decodeText(Buffer.from([0, 1, 2, 3, 0, 0, 255, 254, 0, 9]))).toBeNull()
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => decodeText(bytes)?.text.isWellFormed() ?? true))
})

test.each([
  ['report.pdf', Buffer.from('%PDF-1.7')],
  ['renamed.txt', Buffer.from('%PDF-1.7 and more')],
  ['letter.docx', Buffer.from('PK\x03\x04')],
  ['old.md', Buffer.from([0xd0, 0xcf, 0x11, 0xe0])],
])('%s is a kind that is not read yet', (name, bytes) => {
  expect(fileText(name, bytes)).toBe('not_supported')
})

test('a page is read as text: no script, no style, headings and entities kept', () => {
  const html =
    '<!doctype html><head><title>x</title></head><style>p{}</style><h1>Tides &amp; moon</h1><!-- <p>no --><p>Two <b>a</b> day &#x6f6e;<script>alert("<p>no</p>")</script> 3 < 4'
  expect(htmlText(html)).toBe('# Tides & moon\n\nTwo a day 潮 3 < 4')
})

test.each([
  ['a head without an end', '<head><title>x</title><body><header>Top</header><p>Text', 'Top\n\nText'],
  ['a frame without an end', '<p>before</p><iframe src="x"><p>after</p>', 'before\n\nafter'],
  ['an object without an end', 'before<object data="x"><p>after', 'before\n\nafter'],
  ['a script without an end', '<p>before</p><script>let a = "<p>no</p>"', 'before'],
  ['an element whose name begins alike', '<svg><svgs>no</svgs>no</svg>yes', 'yes'],
  [
    'code',
    '<p>See</p><pre><code>if a &lt; b:\n    <b>go</b>()\n\n    stop()</code></pre><p>end',
    'See\n\n```\nif a < b:\n    go()\n\n    stop()\n```\n\nend',
  ],
  ['code with fences', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
  [
    'a table',
    '<table><tr><th>hour</th><th>height</th></tr><tr><td>12</td><td>3 m</td></tr></table>',
    '| hour | height |\n| --- | --- |\n| 12 | 3 m |',
  ],
  ['a drawing that ends itself', '<p>One<svg viewBox="0 0 1 1"/><p>Two<svg><g/></svg>, three', 'One\n\nTwo, three'],
  ['a sign of an end in an attribute', '<p><img alt="a > b" src=x title = \'<p> "1" >\'>Hello', 'Hello'],
  ['an apostrophe without quotes', "<p title=it's>Hello</p><p class='x'>there", 'Hello\n\nthere'],
  ['a head that names its own end', '<head data-x="</head>"><title>no</title></head>yes', 'yes'],
  [
    'a quote that never ends',
    `<p title="oops>Hello</p>${'and on '.repeat(20_000)}`,
    `Hello\n\n${'and on '.repeat(20_000).trim()}`,
  ],
  [
    'named signs',
    '&Uuml;ber caf&eacute; &copy; 2020 &times; &frac12; &rarr; &euro; &middot; &alpha;&Omega; &sup2; &constructor; &AMP; &nope;',
    'Über café © 2020 × ½ → € · αΩ ² &constructor; & &nope;',
  ],
  [
    'a table without an end in a headed one',
    '<table><tr><th>hour</th><td>12 <table><tr><td>deep</table><table><tr><td>inner words',
    '| hour | 12 deep inner words |\n| --- | --- |',
  ],
  [
    'headed tables in one for the layout',
    '<table><tr><td><p>Menu</p><table><tr><th>hour</th></tr><tr><td>12</td></tr></table></td></tr></table><p>Rest</p>',
    'Menu\n\n| hour |\n| --- |\n| 12 |\n\nRest',
  ],
])('of a page with %s nothing is lost', (_what, html, text) => expect(htmlText(html)).toBe(text))

test.each(['script', 'style', 'iframe', 'object', 'noscript', 'template', 'head', 'svg'])(
  'in XML <%s/> closes itself',
  (name) => {
    const page = `<html><body><p>One</p><${name} id="a"/><p>Two</p><${name}>no</${name}><p>Three</p></body></html>`
    expect(htmlText(page, true)).toBe('One\n\nTwo\n\nThree')
    expect(htmlText(`<?xml version="1.0"?>\n${page}`)).toBe('One\n\nTwo\n\nThree')
    expect(fileText('page.xhtml', Buffer.from(page))).toMatchObject({ text: 'One\n\nTwo\n\nThree' })
  },
)

test('in XML, an empty heading or code block does not affect the following text', () => {
  expect(htmlText('<h1/>One<pre/>Two <br/>three', true)).toBe('One\n\nTwo\n\nthree')
})

test('hostile pages are read in linear time', () => {
  for (const part of [
    '<',
    '<script>',
    '<iframe>',
    '<head>',
    '<object></',
    '<pre>',
    '<td>',
    '<pre> ',
    '<!--',
    '&#',
    '<a '.repeat(3),
    '</',
    '<a b="',
    '<a b=">" ',
    '<a b=" >"="',
    `<a b=" >"="<a b=' >' =`,
    '<a b=\n',
    '&a',
  ])
    expect(htmlText(part.repeat(100_000)).length).toBeLessThan(1_000_000)
})

test('subtitles are read with their times', () => {
  const srt =
    '1\r\n00:00:01,500 --> 00:00:03,000\r\nThe <i>tide</i>\r\nrises.\r\n\r\n2\r\n00:01:02,000 --> 00:01:04,000\r\nIt falls.\r\n'
  const read = fileText('talk.srt', Buffer.from(srt))
  expect(read).toMatchObject({
    text: 'The tide rises.\nIt falls.\n',
    joinsParts: true,
    parts: [{ ms: 1500 }, { ms: 62_000 }],
  })
})

test('subtitles keep the speakers, and no style marks', () => {
  const vtt =
    'WEBVTT\n\nSTYLE\n::cue {}\n\n00:01.000 --> 00:02.000 align:start\n<v Ada>Hello &amp; <i>bye</i></v>\n\n1\n00:03,000 --> 00:04,000\n{\\an8}High tide\n'
  expect(fileText('a.vtt', Buffer.from(vtt))).toMatchObject({ text: 'Ada: Hello & bye\nHigh tide\n' })
})
