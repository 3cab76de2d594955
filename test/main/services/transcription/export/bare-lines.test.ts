import { expect, test } from 'vitest'
import { bareLines } from '../../../../../src/main/services/transcription/export/bare-lines.ts'
import { subtitleFile } from '../../../../../src/main/services/transcription/export/subtitle-formats.ts'

const bare = (line: string): string | undefined =>
  bareLines([{ from: 0, to: 1, lines: [line], speaker: null }])[0]?.lines[0]

test.each([
  ['今天下雨，', '今天下雨'],
  ['我们回家。', '我们回家'],
  ['他说：“回家。”', '他说：“回家”'],
  ['一，二，三；', '一，二，三'],
  ['真的吗？', '真的吗？'],
  ['等等……', '等等……'],
  ['It is late.', 'It is late.'],
  ['。', '。'],
])('the line %s ends as %s', (line, expected) => {
  expect(bare(line)).toBe(expected)
})

test.each(['srt', 'vtt', 'ass', 'lrc'] as const)('a file of %s leaves the marks out only if asked', (format) => {
  const cues = [{ from: 0, to: 1_000, lines: ['今天下雨，', '我们回家。'], speaker: null }]
  const rules = { lineWidth: 42, lines: 2, gap: 80 }
  expect(subtitleFile(format, cues, rules)).toMatch(/下雨，[\s\S]*回家。/u)
  expect(subtitleFile(format, cues, { ...rules, bareEnds: true })).not.toMatch(/[，。]/u)
})
