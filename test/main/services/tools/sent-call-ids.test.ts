import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownCallId, sentCallIds } from '../../../../src/main/services/tools/sent-call-ids.ts'

test('every id for another model is accepted by gateways, and unique', () => {
  const call = fc.record({
    id: fc.oneof(fc.uuid(), fc.string({ maxLength: 2000 })),
    callId: fc.string({ minLength: 1, maxLength: 60 }),
  })
  fc.assert(
    fc.property(fc.uniqueArray(call, { selector: ({ id }) => id }), (calls) => {
      const idOf = sentCallIds()
      const ids = calls.map((one) => idOf(one, false))
      for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,40}$/)
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})

test('an id that gateways accept is kept, and so is any id for the model that made it', () => {
  const idOf = sentCallIds()
  expect(idOf({ id: 'row', callId: 'call_A-9' }, false)).toBe('call_A-9')
  expect(idOf({ id: 'row 2', callId: 'functions.search:0' }, true)).toBe('functions.search:0')
})

test('Atelier’s own id is derived from the row', () => {
  expect(ownCallId('0c0ffee0-0000-4000-8000-000000000001')).toBe('call_0c0ffee0000040008000000000000001')
  expect(ownCallId('a row')).toMatch(/^call_[0-9a-f]{32}$/)
})
