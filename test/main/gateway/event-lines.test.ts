import { describe, expect, test } from 'vitest'
import { EventLines, eventsIn, type StreamEvent } from '../../../src/main/gateway/event-lines.ts'
import { Choices } from '../../fakes/seeded-random.ts'

const seed = Number(process.env.EVENT_LINES_SEED ?? 20261130)

/** Returns the events of a text that comes in these chunks. */
function eventsOf(chunks: readonly string[]): readonly StreamEvent[] {
  const lines = new EventLines()
  return [...chunks.flatMap((chunk) => lines.push(chunk)), ...lines.endLines()]
}

/** Returns the lines of a text by the grammar of the standard. */
function linesByGrammar(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/)
}

describe('lines of an event stream', () => {
  test.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CRLF', '\r\n'],
  ])('%s ends a line, wherever a chunk ends', (_, end) => {
    const text = ['event: said', 'data: one', 'data: two', '', ': a comment', 'data: three', '', ''].join(end)
    const events = [
      { name: 'said', data: 'one\ntwo' },
      { name: '', data: 'three' },
    ]
    for (let at = 0; at <= text.length; at += 1) expect(eventsOf([text.slice(0, at), text.slice(at)])).toEqual(events)
    expect(eventsOf([...text])).toEqual(events)
  })

  test('an empty chunk between CR and LF does not part them', () => {
    expect(eventsOf(['data: one\r', '', '\ndata: two\n\n'])).toEqual([{ name: '', data: 'one\ntwo' }])
  })

  test(`chunks of any size give the same events (seed ${seed})`, () => {
    const choices = new Choices(seed)
    for (let run = 0; run < 300; run += 1) {
      const pieces = Array.from({ length: choices.below(30) }, () =>
        choices.one(['\n', '\r', '\r\n', 'data: a', 'data:b', 'event: c', ': d', 'e', '桥', ' ', '\ufeff']),
      )
      const text = pieces.join('')
      const chunks: string[] = []
      for (let at = 0; at < text.length; ) {
        const length = 1 + choices.below(6)
        chunks.push(text.slice(at, at + length))
        at += length
      }
      const whole = eventsIn(text)
      expect(eventsOf(chunks), JSON.stringify({ run, chunks })).toEqual(whole)
      expect(eventsOf(linesByGrammar(text).map((line) => `${line}\n`)), JSON.stringify({ run, text })).toEqual(whole)
    }
  })
})
