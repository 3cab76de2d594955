import { expect, test } from 'vitest'
import { dateWords, momentWords, timeOf } from '../../../../src/renderer/components/words/time-words.ts'

const now = new Date(2026, 10, 22, 14, 5).getTime()
const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()

test('a time of today is a clock time, an earlier day has its date, another year its year', () => {
  for (const language of ['en', 'zh-CN']) {
    expect(timeOf(language, now, now)).toMatch(/05/)
    expect(timeOf(language, now, now)).not.toMatch(/22|2026/)
    const thisYear = timeOf(language, new Date(2026, 0, 3, 9, 7).getTime(), now)
    expect(thisYear).toMatch(/3.*07/)
    expect(thisYear).not.toContain('2026')
    const lastYear = timeOf(language, new Date(2025, 11, 31, 23, 59).getTime(), now)
    expect(lastYear).toMatch(/2025/)
    expect(lastYear).toMatch(/59/)
  }
})

test('every time has the hour format of the system, in both languages', () => {
  const isTwelve = hourCycle === 'h12' || hourCycle === 'h11'
  const sign = /AM|PM|上午|下午/
  for (const language of ['en', 'zh-CN'])
    for (const words of [timeOf(language, now, now), momentWords(language, now)])
      expect(sign.test(words), words).toBe(isTwelve)
  expect(dateWords('en', now)).toBe('Nov 22, 2026')
  expect(dateWords('zh-CN', now)).toBe('2026年11月22日')
})
