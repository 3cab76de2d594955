import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CallInput } from '../../src/shared/ipc/contract.ts'
import type { Price } from '../../src/shared/prices.ts'
import type { Recipe, RecipeRun, RecipeStep } from '../../src/shared/recipe.ts'
import type { StudioUnderTest } from './studio.ts'

const connectionId = 'environment'

export const writing = (prompt: string, model = 'demo-chat'): RecipeStep => ({
  ...{ kind: 'write', connectionId, model, prompt },
})
export const picturing = (prompt: string, model = 'demo-image-free'): RecipeStep => ({
  ...{ kind: 'image', connectionId, model, prompt, size: '48x32' },
})
export const filming = (prompt: string, model = 'demo-video'): RecipeStep => ({
  ...{ kind: 'video', connectionId, model, prompt, duration: 5 },
})
export const transcribing = (model = 'demo-transcribe'): RecipeStep => ({
  ...{ kind: 'transcribe', connectionId, model, language: null, prompt: '' },
})

export function recipeOf(...steps: readonly RecipeStep[]): Recipe {
  return { id: randomUUID(), name: 'Minutes', steps }
}

/** Prices of the demo's models: a recipe of them never waits for a press. */
export const demoPrices: readonly Price[] = [
  'demo-chat',
  'demo-chat-vision',
  'demo-image-free',
  'demo-transcribe',
  'demo-video',
].map((model) => ({
  ...{ model, connectionId: '', currency: 'CNY' as const },
  ...{ input: 1e9, cached: null, output: 2e9, image: 1e8, second: 1e8, minute: 1e8 },
}))

/** Runs recipes in the app under test as a page does. */
export class Cook {
  readonly studio: StudioUnderTest

  constructor(studio: StudioUnderTest) {
    this.studio = studio
  }

  async onText(recipe: Recipe, text = 'The tide turns at six.', runId: string = randomUUID()): Promise<RecipeRun> {
    return await this.run(recipe, { kind: 'text', text, name: 'Tides.txt' }, runId)
  }

  async run(
    recipe: Recipe,
    input: CallInput<'recipes.run'>['input'],
    runId: string = randomUUID(),
  ): Promise<RecipeRun> {
    return await this.studio.call('recipes.run', { runId, recipe, input })
  }

  async runWithId(runId: string): Promise<RecipeRun> {
    const found = (await this.studio.call('recipes.runs', {})).find(({ id }) => id === runId)
    if (found === undefined) throw new Error('there is no such run')
    return found
  }

  /** Resolves to a run as soon as it fits; by default, when it no longer runs. */
  async until(
    runId: string,
    fits: (run: RecipeRun) => boolean = ({ status }) => status !== 'running',
  ): Promise<RecipeRun> {
    const { events } = this.studio.platform
    for (;;) {
      const since = events.of('recipes.changed').length
      const run = await this.runWithId(runId)
      if (fits(run)) return run
      await events.until('recipes.changed', () => events.of('recipes.changed').length > since)
    }
  }

  /** Returns the number of requests whose prompt begins with a text. */
  sentWith(text: string): number {
    return this.studio.gateway.requests().filter(({ body }) => promptOf(body).startsWith(text)).length
  }
}

const bodySchema = z.union([
  z.object({ prompt: z.string() }),
  z.object({ messages: z.array(z.object({ content: z.string() })) }),
])

/** Returns the prompt of a request, or its last message; empty for another request. */
function promptOf(body: unknown): string {
  const read = bodySchema.safeParse(body).data
  if (read === undefined) return ''
  return 'prompt' in read ? read.prompt : (read.messages.at(-1)?.content ?? '')
}
