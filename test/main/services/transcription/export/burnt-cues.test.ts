import { describe, expect, test } from 'vitest'
import { burntCues } from '../../../../../src/main/services/transcription/export/burnt-cues.ts'
import { textWidth } from '../../../../../src/main/services/transcription/export/text-width.ts'
import type { Transcript } from '../../../../../src/shared/transcript.ts'

const summary: Transcript['summary'] = {
  ...{ id: 't', jobId: 'j', title: 'Talk', source: null, duration: 20_000, model: 'm', language: null },
  ...{ start: '', complete: true, createdAt: 0, editedAt: null },
}
function transcriptOf(...texts: readonly string[]): Transcript {
  const segments = texts.map((text, index) => ({
    ...{ id: `s${index}`, from: index * 5_000, to: index * 5_000 + 4_500, text },
    ...{ speaker: 'Anna', words: [], mended: false },
  }))
  return { summary, segments, waveform: null, revision: 1, canUndo: false, canRedo: false }
}
const original = (transcript: Transcript, room = 200) =>
  burntCues({ transcript, translation: null, bilingual: false }, room)

describe('cues for drawing', () => {
  test('times are seconds, and speakers are left out', () => {
    expect(original(transcriptOf('Good morning.', 'Let us begin.'))).toEqual([
      { from: 0, to: 4.5, lines: ['Good morning.'] },
      { from: 5, to: 9.5, lines: ['Let us begin.'] },
    ])
  })

  test('a line has at most 18 Chinese characters and no marks at its end', () => {
    const cues = original(transcriptOf('今天下午我们一起去港口看船，然后在岸边的小店里喝茶，晚上再坐末班车回到城里。'))
    const lines = cues.flatMap((cue) => cue.lines)
    expect(lines.join('')).toContain('今天下午我们一起去港口看船')
    for (const line of lines) {
      expect(textWidth(line)).toBeLessThanOrEqual(36)
      expect(line).not.toMatch(/[，。]$/)
    }
  })

  test('a line of another script has at most 42 letters, and fewer where the picture is narrow', () => {
    const transcript = transcriptOf(
      'We went down to the harbour in the afternoon to look at the ships and to drink tea.',
    )
    const longest = (room?: number) =>
      Math.max(...original(transcript, room).flatMap(({ lines }) => lines.map(({ length }) => length)))
    expect(longest()).toBeLessThanOrEqual(42)
    expect(longest()).toBeGreaterThan(36)
    expect(longest(24)).toBeLessThanOrEqual(24)
  })

  test('a translation is shown alone, or above the original', () => {
    const transcript = transcriptOf('Good morning.', 'Let us begin.')
    const translation = { lines: [{ segmentId: 's0', text: '早上好。' }] }
    expect(burntCues({ transcript, translation, bilingual: false }, 200).map(({ lines }) => lines)).toEqual([
      ['早上好'],
      ['Let us begin.'],
    ])
    expect(burntCues({ transcript, translation, bilingual: true }, 200).map(({ lines }) => lines)).toEqual([
      ['早上好', 'Good morning.'],
      ['Let us begin.'],
    ])
  })
})
