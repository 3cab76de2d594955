import { afterEach, expect, it, vi } from 'vitest'
import { tightest } from '../../../../../src/renderer/features/chat/actions/long-question.ts'
import { knownWindows } from '../../../../../src/renderer/features/chat/actions/use-known-windows.ts'

afterEach(() => vi.unstubAllGlobals())

/** A main that knows these windows, by connection and model. */
function knows(windows: Readonly<Record<string, number>>): ReturnType<typeof vi.fn> {
  const call = vi.fn(async (_: string, { connectionId, model }: { connectionId: string; model: string }) => {
    const value = windows[`${connectionId} ${model}`]
    if (value === undefined) return { ok: false, error: { code: 'not_found' } }
    const window = value === 0 ? null : { value, source: 'gateway' }
    return { ok: true, value: { window, sees: null, thinks: null, tools: null, snapshotDate: '2026-07-02' } }
  })
  vi.stubGlobal('window', { bridge: { call } })
  return call
}

const asked = (...targets: readonly string[]) =>
  targets.map((target) => {
    const [connectionId = '', model = ''] = target.split(' ')
    return { connectionId, model }
  })

it('the smaller context window of a model in two connections counts, in any order of requests', async () => {
  const call = knows({ 'a tide': 128_000, 'b tide': 4_000, 'b moon': 9_000, 'a sun': 0 })
  for (const targets of [asked('a tide', 'b tide', 'b moon'), asked('b moon', 'b tide', 'a tide')]) {
    const known = await knownWindows(targets)
    expect(known).toEqual({ tide: 4_000, moon: 9_000 })
    const both = ['tide', 'moon'].map((model) => ({ model, tokens: 10 }))
    expect(tightest(both, {}, known)).toMatchObject({ model: 'tide', window: { tokens: 4_000 } })
    // what the user set counts more
    expect(tightest(both, { tide: 200_000 }, known)).toMatchObject({ model: 'moon', window: { tokens: 9_000 } })
  }
  // a window that nobody knows, a model that is not chosen and a refusal are none
  expect(await knownWindows(asked('a sun', 'a ', 'c tide'))).toEqual({})
  // no gateway is asked for it
  expect(call.mock.calls.every(([name, input]) => name === 'models.facts' && input.ask === false)).toBe(true)
  expect(call.mock.calls.some(([, { model }]) => model === '')).toBe(false)
})
