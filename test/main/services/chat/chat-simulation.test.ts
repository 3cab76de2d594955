import { afterEach, expect, test } from 'vitest'
import { ChatSimulation } from '../../../fakes/chat-simulation.ts'

const first = Number(process.env.CHAT_SEED ?? 1)
const runs = Number(process.env.CHAT_RUNS ?? 4)
const steps = 80

let simulation: ChatSimulation
afterEach(async () => {
  await simulation.close()
})

test.each(Array.from({ length: runs }, (_, index) => first + index))(
  'for any actions in chats, nothing is lost, and only requested messages are sent (seed %i)',
  async (seed) => {
    simulation = await ChatSimulation.start(seed)
    try {
      for (let step = 0; step < steps; step += 1) await simulation.step()
      await simulation.end()
    } catch (cause) {
      throw new Error(`seed ${seed}, after\n${simulation.told()}`, { cause })
    }
    expect(simulation.answers).toBeGreaterThan(10)
  },
)
