import { expect, test } from 'vitest'
import { handlersOf } from '../../../src/main/ipc/handlers.ts'
import { calls, type Handlers } from '../../../src/shared/ipc/contract.ts'

/** A handler for each call, none of which is asked. */
function allHandlers(): Handlers {
  const table: Record<string, () => never> = {}
  for (const name of Object.keys(calls))
    table[name] = () => {
      throw new Error(name)
    }
  // the same object, seen through a proxy so that it has the contract's type
  return new Proxy<Handlers>(Object.create(null), {
    get: (_, name) => table[String(name)],
    ownKeys: () => Object.keys(table),
    getOwnPropertyDescriptor: (_, name) => ({ value: table[String(name)], enumerable: true, configurable: true }),
  })
}

test('handlers of several features become one table', () => {
  const { 'videos.get': get, 'videos.list': list, ...others } = allHandlers()
  const table = handlersOf([
    { handlers: others },
    { handlers: { 'videos.get': get } },
    { handlers: { 'videos.list': list } },
  ])
  expect(Object.keys(table).sort()).toEqual(Object.keys(calls).sort())
  expect(table['videos.get']).toBe(get)
})

test('a call without a handler does not compile, and is refused at the start', () => {
  const { 'videos.get': _, ...others } = allHandlers()
  // @ts-expect-error: nothing handles `videos.get`
  expect(() => handlersOf([{ handlers: others }])).toThrow('a call has no handler')
})
