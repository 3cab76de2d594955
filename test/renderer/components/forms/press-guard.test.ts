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
  it.each([20, 80, 150, 300, 500])('a paid press counts once when it comes again after %i ms', async (delay) => {
    const { press, ran, pass } = guarded()
    await press('form', 'submit')
    pass(delay)
    await press('form', 'submit')
    expect(ran).toEqual(['submit'])
  })

  it('a paid press counts again after a delay', async () => {
    const { press, ran, pass } = guarded()
    await press('form', 'submit')
    pass(pressRestMs)
    await press('form', 'submit')
    expect(ran).toEqual(['submit', 'submit'])
  })

  it('a paid press counts once during its submission, however long that takes', async () => {
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

  it('a paid press does not reach the next button of a list that moved up, nor another list', async () => {
    const { press, ran, pass } = guarded()
    await press('notes', 'first job')
    pass(300)
    await press('notes', 'second job')
    await press('queue', 'third job')
    expect(ran).toEqual(['first job', 'third job'])
  })

  it('a paid press counts again at once if the form has changed', async () => {
    const { guard, press, ran, pass } = guarded()
    await press('form', 'submit')
    pass(20)
    guard.noteContentChange('form')
    await press('form', 'submit')
    expect(ran).toEqual(['submit', 'submit'])
  })

  it('a paid press is delayed also after work that throws', async () => {
    const { guard, press, ran } = guarded()
    await expect(guard.once('form', 'submit', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await press('form', 'submit')
    expect(ran).toEqual([])
  })
})
