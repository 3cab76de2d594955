import { expect, test } from 'vitest'
import { titleIn, titleQuestion } from '../../../../src/main/services/chat/title-text.ts'

test.each([
  ['Tides and the moon', 'Tides and the moon'],
  ['“Tides and the moon.”', 'Tides and the moon'],
  ['# Title: **Tides**\n\nIt is about tides.', 'Tides'],
  ['标题：《潮汐与月亮》', '潮汐与月亮'],
  ['<think>They ask about tides.</think>\nTides', 'Tides'],
  ['<think>They ask about tides, and', null],
  ['<think></think>', null],
  ['""', null],
  ["''", null],
  ['《》', null],
  ['**""**', null],
  ['```', null],
  ['```\nTides\n```', 'Tides'],
  ['```text\r\n# Tides\r\n```', 'Tides'],
  ['~~~\nTides\n~~~', 'Tides'],
  ["Sure! Here's a title:\n\nTides", 'Tides'],
  ['好的，标题如下：\n《潮汐》', '潮汐'],
  ['Title:\nTides', 'Tides'],
  ['**Title:**\n```\nTides\n```', 'Tides'],
  ['Tides: a short guide', 'Tides: a short guide'],
  ["Sure! Here's a title:", null],
  ['{"title": "Tides and the moon"}', 'Tides and the moon'],
  ['```json\n{\n  "title": "🌊 \\u6f6e\\u6c50 \\"now\\""\n}\n```', '🌊 潮汐 "now"'],
  ['Here is the title:\n```json\n{"emoji": "🌊", "title": "Tides"}\n```', 'Tides'],
  ['{"标题":"《潮汐》"}', '潮汐'],
  ['{"result": {"title": "Tides."}}', 'Tides'],
  ['[{"name": "Tides"}]', 'Tides'],
  ['["Tides"]', 'Tides'],
  ['{"title": "Tides of the', 'Tides of the'],
  ['{"title": ""}', null],
  ['{}', null],
  ['[]', null],
  ['{"tags": ["a"]}', null],
  ['[Draft] Tides', '[Draft] Tides'],
  ['{tides}', '{tides}'],
  ['  \n ', null],
  [`A title could be this. ${'word '.repeat(60)}`, null],
])('the title in %j is %j', (answer, title) => {
  expect(titleIn(answer)).toBe(title)
})

test('only the beginnings of question and answer are sent, without thinking', () => {
  const sent = titleQuestion(`${'q'.repeat(1499)}🌊${'x'.repeat(9000)}`, '<think>secret</think>The tide')
  expect(sent).toContain(`<question>\n${'q'.repeat(1499)}\n</question>`)
  expect(sent).toContain('<answer>\nThe tide\n</answer>')
  expect(sent).not.toMatch(/secret|x{9}/)
})
