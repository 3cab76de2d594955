import { describe, expect, it } from 'vitest'
import { PressGuard, pressRestMs } from '../../../../src/renderer/components/forms/press-guard.ts'

function guarded() {
  let now = 1000
  const guard = new PressGuard(() => now)
  const ran: string[] = []
  return {
    guard,
    ran,
    pass: (ms: number) => {
      now += ms
    },
    press: async (area: string, key: string) =>
      await guard.once(area, key, async () => {
        ran.push(key)
      }),
  }
}

describe('a paid press', () => {
  it.each([20, 80, 150, 300, 500])('counts once when it comes again after %i ms', async (delay) => {
    const { press, ran, pass } = guarded()
    await press('form', 'submit')
    pass(delay)
    await press('form', 'submit')
    expect(ran).toEqual(['submit'])
  })

  it('counts again once it has rested', async () => {
    const { press, ran, pass } = guarded()
    await press('form', 'submit')
    pass(pressRestMs)
    await press('form', 'submit')
    expect(ran).toEqual(['submit', 'submit'])
  })

  it('counts once while its submission is under way, however long that takes', async () => {
    const { guard, ran, pass, press } = guarded()
    const answer = Promise.withResolvers<void>()
    const first = guard.once('form', 'submit', async () => {
      ran.push('first')
      await answer.promise
    })
    pass(60_000)
    await press('form', 'submit')
    answer.resolve()
    await first
    pass(pressRestMs - 1)
    await press('form', 'submit')
    expect(ran).toEqual(['first'])
  })

  it('does not reach the next button of a list that moved up, nor another list', async () => {
    const { press, ran, pass } = guarded()
    await press('notes', 'first job')
    pass(300)
    await press('notes', 'second job')
    await press('queue', 'third job')
    expect(ran).toEqual(['first job', 'third job'])
  })

  it('is a new one at once when the form says something else', async () => {
    const { guard, press, ran, pass } = guarded()
    await press('form', 'submit')
    pass(20)
    guard.noteContentChange('form')
    await press('form', 'submit')
    expect(ran).toEqual(['submit', 'submit'])
  })

  it('rests too after work that throws', async () => {
    const { guard, press, ran } = guarded()
    await expect(guard.once('form', 'submit', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await press('form', 'submit')
    expect(ran).toEqual([])
  })
})
