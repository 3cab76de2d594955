import { describe, expect, it } from 'vitest'
import { readDrawing } from '../../../../src/renderer/components/preview/drawing-frames.ts'
import { drawnUrlMax } from '../../../../src/shared/preview-limits.ts'

const url = 'data:image/png;base64,AAAA'

describe('an answer of a drawing frame', () => {
  it('an answer is a picture with its size, or a reason', () => {
    expect(readDrawing({ id: 'a', picture: url, width: 20, height: 10 }, 'a')).toEqual({
      ...{ ok: true, url, width: 20, height: 10 },
    })
    expect(readDrawing({ id: 'a', reason: 'Parse error' }, 'a')).toEqual({ ok: false, reason: 'Parse error' })
  })

  it('an answer to another request, or without an object, is ignored', () => {
    for (const data of [null, 'a', 1, [], {}, { id: 'b', picture: url, width: 1, height: 1 }])
      expect(readDrawing(data, 'a')).toBeNull()
  })

  it('an answer contains no other address, no endless text and no impossible size', () => {
    const refused = { ok: false, reason: '' }
    const read = (more: object) => readDrawing({ id: 'a', picture: url, width: 20, height: 10, ...more }, 'a')
    for (const picture of [
      'https://a.example/x.png',
      'data:image/svg+xml,<svg/>',
      7,
      undefined,
      `${url}${'A'.repeat(drawnUrlMax)}`,
    ])
      expect(read({ picture })).toEqual(refused)
    for (const width of [0, -1, 1e9, Number.NaN, '20', undefined]) expect(read({ width })).toEqual(refused)
    expect(readDrawing({ id: 'a', reason: { toString: 1 } }, 'a')).toEqual(refused)
    expect(readDrawing({ id: 'a', reason: 'x'.repeat(9_000) }, 'a')).toEqual({ ok: false, reason: 'x'.repeat(600) })
  })
})
