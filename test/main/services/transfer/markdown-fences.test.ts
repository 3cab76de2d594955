import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withClosedFence } from '../../../../src/main/services/transfer/export/markdown.ts'

test.each([
  ['```js\nlet a', '```js\nlet a\n```'],
  ['````md\n```\ninner\n```', '````md\n```\ninner\n```\n````'],
  ['~~~\ncode\n```', '~~~\ncode\n```\n~~~'],
  ['```\ndone\n```', '```\ndone\n```'],
  ['```\ndone\n`````\nmore', '```\ndone\n`````\nmore'],
  ['``` inline ``` text', '``` inline ``` text'],
  ['```a\n```b\n', '```a\n```b\n```'],
  ['    ```\nindented code', '    ```\nindented code'],
  ['<!-- note', '<!-- note\n-->'],
  ['<!-->', '<!-->'],
  ['<?>', '<?>'],
  ['<Textarea\nrows="2">', '<Textarea\nrows="2">\n</textarea>'],
  ['<script>\n</SCRIPT>', '<script>\n</SCRIPT>'],
  ['<scripture>', '<scripture>'],
  ['<div>\ntext', '<div>\ntext'],
  ['$$$\na\n$$', '$$$\na\n$$\n$$$'],
  ['$$a$$ and more', '$$a$$ and more'],
])('%j ends outside of code', (text, closed) => expect(withClosedFence(text)).toBe(closed))

test('what was closed needs nothing more', () => {
  const html = ['<!--', '-->', '<script>', '</pre>', '<style', '<?', '>', '<![CDATA[', '$$', '$$$', '$$a$$']
  const line = fc.constantFrom('```', '````', '~~~', '```js', 'text', '', '    ```', ...html)
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const closed = withClosedFence(lines.join('\n'))
      expect(withClosedFence(closed)).toBe(closed)
    }),
  )
})
