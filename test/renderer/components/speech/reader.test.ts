import { beforeEach, expect, test } from 'vitest'
import { type Mouth, type Reading, SentenceReader } from '../../../../src/renderer/components/speech/reader.ts'
import type { Spoken } from '../../../../src/renderer/components/speech/spoken-text.ts'

const sentence = (text: string): Spoken => ({ text, language: 'en' })
const three = ['one', 'two', 'three'].map(sentence)

let said: string[]
let end: (isSpoken: boolean) => void
let seen: (Reading | null)[]
let failed: boolean
let reader: SentenceReader

beforeEach(() => {
  said = []
  seen = []
  failed = false
  const mouth: Mouth = {
    speak: ({ text }, ended) => {
      said.push(text)
      end = ended
    },
    silence: () => said.push('-'),
  }
  reader = new SentenceReader(mouth, (reading, isFailed) => {
    seen.push(reading)
    failed ||= isFailed
  })
})

test('sentences follow each other, and the end is reported', () => {
  reader.start(three)
  for (let at = 0; at < 3; at += 1) end(true)
  expect(said).toEqual(['-', 'one', 'two', 'three'])
  expect(seen.at(-1)).toBeNull()
  expect([reader.isReading, failed]).toEqual([false, false])
})

test('a pause is silent at once, and resuming begins the sentence again', () => {
  reader.start(three)
  const late = end
  reader.toggle()
  expect(seen.at(-1)).toEqual({ state: 'paused', sentence: 'one' })
  // the silenced sentence tells its end too
  late(false)
  expect(said).toEqual(['-', 'one', '-'])
  reader.toggle()
  expect(said.at(-1)).toBe('one')
  expect(seen.at(-1)).toEqual({ state: 'playing', sentence: 'one' })
})

test('skipping continues with the next sentence, also from a pause', () => {
  reader.start(three)
  reader.toggle()
  reader.skip()
  expect(seen.at(-1)).toEqual({ state: 'playing', sentence: 'two' })
  reader.skip()
  reader.skip()
  expect(seen.at(-1)).toBeNull()
})

test('stopping is silent and final, and stopping while idle reports nothing', () => {
  reader.stop()
  expect(seen).toEqual([])
  reader.start(three)
  const late = end
  reader.stop()
  late(true)
  reader.toggle()
  expect(said).toEqual(['-', 'one', '-'])
  expect(seen.at(-1)).toBeNull()
})

test('a voice that fails three times in a row ends reading; one failure is skipped', () => {
  reader.start(['a', 'b', 'c', 'd', 'e'].map(sentence))
  end(false)
  end(true)
  expect(failed).toBe(false)
  end(false)
  end(false)
  end(false)
  expect([failed, reader.isReading]).toEqual([true, false])
})
