import { afterEach, beforeEach, expect, test } from 'vitest'
import { Kill } from '../../../fakes/killed-studio.ts'
import { Cook, demoPrices, picturing, recipeOf, writing } from '../../../fakes/recipes.ts'
import { Choices } from '../../../fakes/seeded-random.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  await studio.call('prices.put', { prices: [...demoPrices] })
})
afterEach(async () => await studio.close())

const texts = ['first step', 'second step', 'third step', 'fourth step'] as const
const kills = 4

test.each([1, 2, 3, 4, 5, 6])(
  'each step of a run that is killed at any moment is paid once, and again only by a press: seed %i',
  async (run) => {
    const choices = new Choices(Number(process.env.SIMULATION_SEED ?? 0) + run)
    const cook = new Cook(studio)
    const kill = new Kill(studio)
    let left = choices.below(12)
    /** Counts the moments at which the app may be killed. */
    const moment = (): void => {
      if (left === 0) kill.begin()
      left -= 1
    }
    const { events } = studio.platform
    const emit = events.emit.bind(events)
    events.emit = (name, payload) => {
      emit(name, payload)
      moment()
    }
    const { fetch } = studio.network
    studio.network.fetch = async (input, init) => {
      const answer = fetch(input, init)
      moment()
      return await answer
    }
    const recipe = recipeOf(writing(texts[0]), picturing(texts[1]), writing(texts[2]), picturing(texts[3]))
    const runId = '5f5f5f5f-5f5f-4f5f-8f5f-5f5f5f5f5f5f'
    const input = { kind: 'text', text: 'The tide turns at six.', name: 'Tides' } as const
    const presses = [0, 0, 0, 0]
    const begin = () => studio.app.call('recipes.run', { runId, recipe, input })
    await begin()
    let killed = 0
    for (;;) {
      const settled = await cook.until(runId, ({ status }) => kill.isBegun || status !== 'running').catch(() => null)
      if (kill.isBegun) {
        await kill.restart()
        killed += 1
        if (killed < kills) left = choices.below(12)
        // the page asks for the same run again, as it heard nothing of it
        await begin()
        continue
      }
      if (settled === null) throw new Error('the run is gone')
      if (settled.status === 'done') break
      const position = settled.steps.findIndex(({ state }) => state !== 'done')
      const step = settled.steps[position]
      expect(settled.status, JSON.stringify(step)).toBe('attention')
      presses[position] = (presses[position] ?? 0) + 1
      await studio.app.call('recipes.retry', { runId, position, attempts: step?.attempts ?? 0, target: null })
    }
    expect(killed).toBeGreaterThan(0)
    const sent = texts.map((text) => cook.sentWith(text))
    for (const [position, count] of sent.entries()) {
      expect(count).toBeGreaterThanOrEqual(1)
      expect(count).toBeLessThanOrEqual(1 + (presses[position] ?? 0))
    }
    expect(await studio.call('recipes.runs', {})).toHaveLength(1)
    // no step left a job that its run does not know
    const { conversations } = await studio.call('chat.list', { query: '', offset: 0, limit: 50 })
    expect(conversations).toHaveLength(2)
  },
)
