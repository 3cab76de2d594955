import { expect, test } from 'vitest'
import { withoutMedia } from '../../../../src/main/services/requests/answer-media.ts'
import { gotTextMax } from '../../../../src/shared/request-limits.ts'

const picture = Buffer.alloc(30_000, 'x\xffz\xfb\xfc', 'latin1').toString('base64')

test('base64 is logged as its length, also with the escaped slashes of PHP', () => {
  const body = JSON.stringify({ b64_json: picture, text: 'a/b' })
  const shown = `{"b64_json":"[${picture.length} characters of base64]","text":"a/b"}`
  expect(picture).toContain('/')
  expect(withoutMedia(body)).toEqual({ text: shown, isCut: true })
  expect(withoutMedia(body.replaceAll('/', '\\/'))).toEqual({ text: shown.replace('/', '\\/'), isCut: true })
})

test('texts and short values are logged unchanged', () => {
  const text = `${'word '.repeat(1000)}${'a'.repeat(1999)}\\n${'\\/'.repeat(900)}`
  expect(withoutMedia(text)).toEqual({ text, isCut: false })
})

test('the stored part of an answer is searched in one pass', () => {
  for (const piece of ['/', '\\/', 'a\\', 'ab ', '\\'])
    expect(withoutMedia(piece.repeat(gotTextMax / piece.length)).text.length).toBeLessThanOrEqual(gotTextMax)
})
