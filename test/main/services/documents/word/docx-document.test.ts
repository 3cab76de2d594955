import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { documentText } from '../../../../../src/main/services/documents/document-text.ts'
import { docxDocument } from '../../../../../src/main/services/documents/word/docx-document.ts'
import type { DocxBlock } from '../../../../../src/main/services/documents/word/docx-messages.ts'
import { pictures } from '../../../../fakes/pictures.ts'

async function made(blocks: readonly DocxBlock[]) {
  const bytes = await docxDocument('A chat', blocks)
  const read = await documentText('chat.docx', new Uint8Array(bytes))
  if (typeof read === 'string') return expect.fail(`the document cannot be read: ${read}`)
  const entries = unzipSync(bytes)
  const xml = new TextDecoder().decode(entries['word/document.xml'])
  return { text: read.text, unread: read.unread ?? [], xml, names: Object.keys(entries), entries }
}
const markdown = async (text: string) => await made([{ kind: 'markdown', text }])

describe('Markdown in a Word document', () => {
  test('headings, emphasis, quotes and rules are written', async () => {
    const { text, xml } = await markdown(
      '## Tides\n\nThe **moon** *pulls* ~~all~~ `water`.\n\n> Quoted\n\n---\n\n中文**粗体**文',
    )
    expect(text).toContain('## Tides')
    expect(text).toContain('The moon pulls all water.')
    expect(text).toContain('Quoted')
    expect(text).toContain('中文粗体文')
    for (const mark of ['<w:b/>', '<w:i/>', '<w:strike/>', 'Consolas']) expect(xml).toContain(mark)
  })

  test('lists keep their marks, their nesting and their first number', async () => {
    const { entries, text, xml } = await markdown(
      '3. third\n4. fourth\n   - inside\n\n1. again\n\n- [x] done\n- [ ] open',
    )
    for (const item of ['third', 'fourth', 'inside', 'again', '☑ done', '☐ open']) expect(text).toContain(item)
    expect(xml.match(/<w:numPr>/g)).toHaveLength(6)
    expect(new TextDecoder().decode(entries['word/numbering.xml'])).toContain('<w:start w:val="3"/>')
  })

  test('tables are written with all cells, also those of uneven rows', async () => {
    const { text } = await markdown('| a | b |\n|---|---|\n| 1 | 2 |\n| 3 |')
    expect(text).toMatch(/\| a \| b \|/)
    expect(text).toMatch(/\| 1 \| 2 \|/)
    expect(text).toMatch(/\| 3 \|/)
  })

  test('code keeps its lines and spaces, and formulas are text', async () => {
    const { text } = await markdown('```js\nif (a) {\n  b()\n}\n```\n\n$$\nE = mc^2\n$$\n\nand $x_1$')
    expect(text).toContain('if (a) {\n  b()\n}')
    expect(text).toContain('E = mc^2')
    expect(text).toContain('and x_1')
  })

  test('links lead to the web and mail alone, and a picture elsewhere is a link', async () => {
    const { entries, text } = await markdown(
      '[web](https://example.org/a?b=1&c=2) [script](javascript:alert(1)) [file](file:///etc/passwd) ![far](https://example.org/x.png) [ref][r]\n\n[r]: https://example.org/r',
    )
    const links = new TextDecoder().decode(entries['word/_rels/document.xml.rels'])
    expect(links).toContain('https://example.org/a?b=1&amp;c=2')
    expect(links).toContain('https://example.org/x.png')
    expect(links).toContain('https://example.org/r')
    expect(links).not.toMatch(/javascript|passwd/)
    for (const word of ['web', 'script', 'file', 'far', 'ref']) expect(text).toContain(word)
  })

  test('HTML is text, and footnotes are kept', async () => {
    const { text } = await markdown('a <b onclick="x()">b</b>\n\n<script>alert(1)</script>\n\nnote[^1]\n\n[^1]: below')
    for (const words of ['<b onclick="x()">', '<script>alert(1)</script>', 'note[1]', 'below'])
      expect(text).toContain(words)
  })

  test.each([
    ['nested quotes', '> '.repeat(3000)],
    ['nested lists', Array.from({ length: 300 }, (_, at) => `${' '.repeat(at * 2)}- ${at}`).join('\n')],
    ['nested emphasis', `${'*a **b '.repeat(2000)}`],
    ['characters that XML cannot hold', `a\0\x08\ufffe\ud800 b]]> & <w:p>`],
  ])('%s make a document that can be read', async (_, source) => {
    const { text } = await markdown(`before\n\n${source}\n\nafter`)
    expect(text).toContain('before')
    expect(text).toContain('after')
  })
})

describe('the other parts of a Word document', () => {
  test('titles and texts keep their words and lines', async () => {
    const { text } = await made([
      { kind: 'title', text: 'Tea & <b>' },
      { kind: 'heading', text: 'You' },
      { kind: 'plain', text: 'one\ntwo\n\n*three*' },
      { kind: 'verbatim', text: '{"a": 1}' },
      { kind: 'note', text: 'not complete' },
    ])
    for (const words of ['Tea & <b>', '# You', 'one\ntwo', '*three*', '{"a": 1}', 'not complete'])
      expect(text).toContain(words)
  })

  test('a picture is inside the document, and a lost or damaged one is named', async () => {
    const { names, text } = await made([
      { kind: 'picture', content: new Uint8Array(pictures.png), lost: 'lost' },
      { kind: 'picture', content: '/nowhere/a.png', lost: 'gone' },
      { kind: 'picture', content: new Uint8Array([1, 2, 3]), lost: 'damaged' },
    ])
    expect(names.filter((name) => /^word\/media\/.+\.png$/.test(name))).toHaveLength(1)
    expect([text.includes('lost'), text.includes('gone'), text.includes('damaged')]).toEqual([false, true, true])
  })
})
