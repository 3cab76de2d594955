import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { createRouter } from '../../../src/main/ipc/router.ts'
import { AppFailure, appError } from '../../../src/shared/errors.ts'
import { type CallName, calls, type Handlers } from '../../../src/shared/ipc/contract.ts'

const names = Object.keys(calls).filter((name): name is CallName => Object.hasOwn(calls, name))
const canary = 'canary-words-of-a-person'

let reached: { readonly name: string; readonly input: unknown }[] = []
let logged: string[] = []
let behave: () => never = () => {
  throw new Error('not set')
}
beforeEach(() => {
  reached = []
  logged = []
})

/** A handler for every call that records being called. A proxy, so that the contract can grow. */
const handlers: Handlers = new Proxy<Handlers>(Object.create(null), {
  get: (_, name) => (input: unknown) => {
    reached.push({ name: String(name), input })
    return behave()
  },
})
const route = createRouter(handlers, (level, event, fields) => {
  logged.push(JSON.stringify({ level, event, ...fields }))
})

/** Checks that a result is an envelope; returns its error code, or `ok`. */
async function codeOf(name: unknown, input: unknown): Promise<string> {
  const result = await route(name, input)
  return result.ok ? 'ok' : appErrorCode(result.error)
}
const appErrorCode = (error: { readonly code: string; readonly detail: string }): string => {
  expect(typeof error.detail).toBe('string')
  return error.code
}

describe('the name of a call', () => {
  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    'app.info ',
    'APP.INFO',
    'chat',
    'x'.repeat(100_000),
    null,
    undefined,
    7,
    Symbol('app.info'),
    { toString: () => 'app.info' },
    ['app.info'],
    () => 'app.info',
  ])('that is not in the contract is refused: %s', async (name) => {
    expect(await codeOf(name, {})).toBe('unknown_call')
    expect(reached).toEqual([])
  })

  test('a call with a name of any kind is answered with an envelope', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.anything({ withBigInt: true, withNullPrototype: true }),
        fc.anything(),
        async (name, input) => {
          const result = await route(name, input)
          expect(result).toMatchObject({ ok: false, error: { code: 'unknown_call' } })
          expect(JSON.stringify(result).length).toBeLessThan(1000)
        },
      ),
    )
    expect(reached).toEqual([])
  })
})

describe('the input of a call', () => {
  test.each(names)('an input of %s that violates the contract never reaches its handler', async (name) => {
    behave = () => {
      throw new AppFailure(appError('not_found'))
    }
    const { input: schema } = calls[name]
    const known = Object.keys(schema.shape)
    const shaped = fc.dictionary(fc.constantFrom(...known, 'extra', '__proto__'), fc.anything())
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.anything({ withBigInt: true, withDate: true, withMap: true }), shaped),
        async (input) => {
          reached = []
          const good = schema.safeParse(input)
          expect(await codeOf(name, input)).toBe(good.success ? 'not_found' : 'invalid_input')
          // a handler receives the parsed input, never the original object
          expect(reached).toEqual(good.success ? [{ name, input: good.data }] : [])
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each(names)('an input of %s with an extra key is refused', async (name) => {
    expect(await codeOf(name, { thisIsNotInTheContract: 1 })).toBe('invalid_input')
    for (const input of [null, undefined, [], 'text', 7]) expect(await codeOf(name, input)).toBe('invalid_input')
    expect(reached).toEqual([])
  })

  test('an input that throws when it is read is answered too', async () => {
    const hostile = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error(canary)
        },
        get() {
          throw new Error(canary)
        },
      },
    )
    const result = await route('settings.update', hostile)
    expect(result.ok).toBe(false)
    expect(JSON.stringify([result, logged])).not.toContain(canary)
  })
})

describe('a handler that fails', () => {
  test("a handler's deliberate failure reaches the page as its error", async () => {
    behave = () => {
      throw new AppFailure(appError('busy', 'an answer is still coming'))
    }
    expect(await route('app.info', {})).toEqual({ ok: false, error: appError('busy', 'an answer is still coming') })
    expect(logged.length).toBe(1)
  })

  const surprises: readonly (readonly [string, unknown])[] = [
    ['an error', new Error(canary)],
    ['an error of several lines', new Error(`first\n    at ${canary} (x.ts:1:1)`)],
    ['an error of JSON', Object.assign(new SyntaxError(`Unexpected token in ${canary}`), { code: 'ERR_X' })],
    ['an error with a cause', new TypeError('outer', { cause: new Error(canary) })],
    ['an error whose stack was changed', Object.assign(new Error('x'), { stack: canary })],
    ['a text', canary],
    ['nothing', undefined],
    ['an object', { message: canary }],
  ]
  test.each(surprises)('an exception of %s is "internal", without its message for page or log', async (_, thrown) => {
    behave = () => {
      throw thrown
    }
    const result = await route('app.info', {})
    expect(result).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(logged.length).toBe(1)
    expect(logged[0]).toContain('app.info')
    expect(JSON.stringify([result, logged])).not.toContain(canary)
  })

  test('an exception is logged with its location', async () => {
    behave = () => {
      throw new RangeError('x')
    }
    await route('app.info', {})
    expect(logged[0]).toMatch(/RangeError.*router\.test\.ts/)
  })

  test('a rejected promise is answered like an exception', async () => {
    const late = createRouter(
      new Proxy<Handlers>(Object.create(null), { get: () => async () => Promise.reject(new Error(canary)) }),
      () => {},
    )
    expect(await late('app.info', {})).toMatchObject({ ok: false, error: { code: 'internal' } })
  })
})

test('the log of a refused input contains none of it', async () => {
  await route('chat.send', { text: canary, [canary]: canary, attachments: [canary], parameters: { [canary]: 1 } })
  await route('connections.save', { key: canary, name: [canary], id: canary })
  await route(canary, { text: canary })
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('\n')).not.toContain(canary)
})
