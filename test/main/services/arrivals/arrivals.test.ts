import { expect, test } from 'vitest'
import type { ImportedFile } from '../../../../src/main/media/imports.ts'
import { Arrivals } from '../../../../src/main/services/arrivals/arrivals.ts'
import { AppFailure } from '../../../../src/shared/errors.ts'
import { EventRecorder } from '../../../fakes/platform.ts'

function arrivalsUnderTest() {
  const events = new EventRecorder()
  const registered: ImportedFile[] = []
  const register = (file: ImportedFile): string => `token-${registered.push(file)}`
  return { arrivals: new Arrivals({ events, register }), events, registered }
}

test('a link waits for a page, is used once, and is in no event', () => {
  const { arrivals, events } = arrivalsUnderTest()
  arrivals.addLink('atelier://connect?address=a.example&key=sk-secret')
  arrivals.addLink('https://a.example')
  expect(events.seen).toEqual([{ name: 'arrivals.waiting', payload: {} }])
  expect(arrivals.takeArrivals()).toEqual([{ kind: 'link', text: 'atelier://connect?address=a.example&key=sk-secret' }])
  expect(arrivals.takeArrivals()).toEqual([])
})

test('a link of 10 MB is reported without its text', () => {
  const { arrivals } = arrivalsUnderTest()
  arrivals.addLink(`atelier://connect?key=${'x'.repeat(10_000_000)}`)
  expect(arrivals.takeArrivals()).toEqual([{ kind: 'link', text: null }])
})

test('a flood of links keeps the newest ones', () => {
  const { arrivals } = arrivalsUnderTest()
  for (let index = 0; index < 10_000; index += 1) arrivals.addLink(`atelier://open/chat/${index}`)
  const taken = arrivals.takeArrivals()
  expect(taken).toHaveLength(50)
  expect(taken.at(-1)).toEqual({ kind: 'link', text: 'atelier://open/chat/9999' })
})

test('a file has a name and an id for the page, and a new token each time', () => {
  const { arrivals, registered } = arrivalsUnderTest()
  arrivals.addFile('/home/person/talk.mp3')
  const [file] = arrivals.takeArrivals()
  if (file?.kind !== 'file') throw new Error('no file')
  expect(file.name).toBe('talk.mp3')
  expect(JSON.stringify(file)).not.toContain('person')
  expect(arrivals.token(file.id)).toEqual({ token: 'token-1' })
  expect(arrivals.token(file.id)).toEqual({ token: 'token-2' })
  expect(registered[0]).toEqual({ path: '/home/person/talk.mp3', name: 'talk.mp3', temporary: false })
  expect(() => arrivals.token('other')).toThrow(AppFailure)
})
