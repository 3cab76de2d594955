import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withClosedFence } from '../../src/shared/closed-fence.ts'

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
  ['$$a =\nb$$\n\nmore', '$$a =\nb$$\n\nmore'],
  ['1. ```bash\n   npm i\n   ```\n2. Then start it.', '1. ```bash\n   npm i\n   ```\n2. Then start it.'],
  ['- ```js\n  code\n  ```\n\npara', '- ```js\n  code\n  ```\n\npara'],
  ['- item\n\n  ```js\n  code', '- item\n\n  ```js\n  code'],
  ['-\t```\n\tcode\n\t```\nmore', '-\t```\n\tcode\n\t```\nmore'],
  ['- item\n```js\ncode', '- item\n```js\ncode\n```'],
  ['- item\n\npara\n\n```js\ncode', '- item\n\npara\n\n```js\ncode\n```'],
  ['* * *\n```js\ncode', '* * *\n```js\ncode\n```'],
  ['2024 is no item\n```js\ncode', '2024 is no item\n```js\ncode\n```'],
])('%j ends outside of code', (text, closed) => expect(withClosedFence(text)).toBe(closed))

test('closed text needs nothing more', () => {
  const html = ['<!--', '-->', '<script>', '</pre>', '<style', '<?', '>', '<![CDATA[', '$$', '$$$', '$$a$$']
  const line = fc.constantFrom('```', '````', '~~~', '```js', 'text', '', '    ```', ...html)
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const closed = withClosedFence(lines.join('\n'))
      expect(withClosedFence(closed)).toBe(closed)
    }),
  )
})
