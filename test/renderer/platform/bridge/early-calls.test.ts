import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../../../src/renderer/platform/bridge/client.ts'
import { endEarlyCalls } from '../../../../src/renderer/platform/bridge/early-calls.ts'
import { appError } from '../../../../src/shared/errors.ts'
import { calls, events } from '../../../../src/shared/ipc/contract.ts'
import type { Result } from '../../../../src/shared/ipc/result.ts'

const script = readFileSync(join(import.meta.dirname, '../../../../src/renderer/public/early-calls.js'), 'utf8')

/** Main as a page sees it: it answers with the number of the call, and tells who listens to an event. */
function createMain() {
  const made: { readonly name: string; readonly input: unknown }[] = []
  const listeners = new Map<string, Set<() => void>>()
  let refusals = 0
  return {
    made,
    listeners,
    refuseNext: (count: number) => {
      refusals = count
    },
    emit: (name: string) => {
      for (const listener of [...(listeners.get(name) ?? [])]) listener()
    },
    bridge: {
      async call(name: string, input: unknown): Promise<Result<unknown>> {
        made.push({ name, input })
        if (refusals > 0) {
          refusals -= 1
          return { ok: false, error: appError('connection_lost', 'the connection broke') }
        }
        return { ok: true, value: made.length }
      },
      on(name: string, listener: () => void) {
        listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
        return () => listeners.get(name)?.delete(listener)
      },
    },
  }
}

let main = createMain()

/** Runs the script in a page, as the parser does before the page's own scripts. */
function load(search = ''): void {
  const page: { readonly bridge: unknown; earlyCalls?: unknown } = { bridge: main.bridge }
  runInNewContext(script, { window: page, location: { search } })
  vi.stubGlobal('window', page)
}

beforeEach(() => {
  main = createMain()
})

describe('the calls made before the page is loaded', () => {
  it('are calls of the contract with valid inputs', () => {
    load()
    const contract: Readonly<Record<string, { readonly input: { parse(input: unknown): unknown } }>> = calls
    for (const { name, input } of main.made) expect(contract[name]?.input.parse(input), name).toEqual(input)
    expect(main.made.length).toBeGreaterThan(20)
  })

  it('listen only to events of the contract', () => {
    load()
    expect([...main.listeners.keys()].filter((name) => !Object.hasOwn(events, name))).toEqual([])
  })

  it('are left out in the quick window', () => {
    load('?quick')
    expect(main.made).toEqual([])
  })
})

describe('a call of the page', () => {
  it('gets the early answer once, and is sent after that', async () => {
    load()
    const early = main.made.length
    const first = await call('settings.get', {})
    expect(main.made).toHaveLength(early)
    const second = await call('settings.get', {})
    expect(main.made.slice(early)).toEqual([{ name: 'settings.get', input: {} }])
    expect(first).not.toEqual(second)
  })

  it('is sent at once, in the same task, where nothing was asked early', () => {
    load()
    const early = main.made.length
    void call('chat.draft', { conversationId: '8f14e45f-ceea-4b67-a1de-a3e5d3a2f6d1' })
    expect(main.made).toHaveLength(early + 1)
  })

  it('is sent after a change, as the early answer may be old', async () => {
    for (const name of ['settings.changed', 'chat.conversation', 'spending.changed']) {
      main = createMain()
      load()
      const early = main.made.length
      main.emit(name)
      await call('settings.get', {})
      expect(main.made.slice(early), name).toEqual([{ name: 'settings.get', input: {} }])
    }
  })

  it('is sent if the early call failed', async () => {
    main.refuseNext(100)
    load()
    main.refuseNext(0)
    const early = main.made.length
    expect((await call('settings.get', {})).ok).toBe(true)
    expect(main.made).toHaveLength(early + 1)
  })

  it('is sent after the start, which drops the answers that were left and stops listening', async () => {
    load()
    const early = main.made.length
    endEarlyCalls()
    await call('settings.get', {})
    expect(main.made).toHaveLength(early + 1)
    expect([...main.listeners.values()].every((set) => set.size === 0)).toBe(true)
  })
})
