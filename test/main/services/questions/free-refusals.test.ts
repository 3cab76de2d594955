import { expect, test } from 'vitest'
import type { ChatDelta } from '../../../../src/main/gateway/answer-stream.ts'
import {
  type AskedModel,
  type FreeRefusal,
  memoryOfRun,
  sentWithoutRefused,
} from '../../../../src/main/services/questions/free-refusals.ts'
import { type AppError, appError } from '../../../../src/shared/errors.ts'

type Request = Readonly<Record<string, true>>
type Answers = (request: Request) => readonly ChatDelta[]

const model: AskedModel = { connectionId: 'one', baseUrl: 'http://gateway.test/v1', model: 'chat' }
const hello: readonly ChatDelta[] = [{ type: 'text', text: 'Hello' }, ending(null)]

function ending(error: AppError | null): ChatDelta {
  return { type: 'end', end: { error, finishReason: null, usage: null } }
}

function refusal(words: string): ChatDelta {
  return ending(appError('bad_request', words, { status: 400 }))
}

/** A part that is refused by its name. */
function part(name: string, verdict: 'certain' | 'likely' = 'certain'): FreeRefusal<Request> {
  return {
    memory: memoryOfRun('model'),
    without: (request) => Object.fromEntries(Object.entries(request).filter(([key]) => key !== name)),
    verdict: (error) => (error.detail.includes(name) ? verdict : null),
  }
}

/** A gateway that notes the parts of each request. */
function gateway(answers: Answers) {
  const sent: string[] = []
  return {
    sent,
    async *send(request: Request): AsyncGenerator<ChatDelta, void, undefined> {
      sent.push(Object.keys(request).join(' '))
      yield* answers(request)
    },
  }
}

async function ask(
  { send }: ReturnType<typeof gateway>,
  table: readonly FreeRefusal<Request>[],
  request: Request = { usage: true, thoughts: true },
): Promise<readonly ChatDelta[]> {
  const deltas: ChatDelta[] = []
  for await (const delta of sentWithoutRefused(model, request, table, send)) deltas.push(delta)
  return deltas
}

test('sends a request again without each refused part, and remembers them', async () => {
  const table = [part('usage'), part('thoughts')]
  const strict = gateway(({ thoughts, usage }) =>
    thoughts ? [refusal('no thoughts')] : usage ? [refusal('no usage')] : hello,
  )

  expect(await ask(strict, table)).toEqual(hello)
  expect(await ask(strict, table)).toEqual(hello)
  expect(strict.sent).toEqual(['usage thoughts', 'usage', '', ''])
})

test('reports a refusal that is about something else, or that remains', async () => {
  const deaf = gateway(() => [refusal('no usage')])
  expect(await ask(deaf, [part('usage')])).toEqual([refusal('no usage')])
  expect(deaf.sent).toEqual(['usage thoughts', 'thoughts'])

  const other = gateway(() => [refusal('no such model')])
  expect(await ask(other, [part('usage')])).toEqual([refusal('no such model')])
  expect(other.sent).toHaveLength(1)
})

test('sends nothing again once any text has arrived', async () => {
  const late = gateway(() => [{ type: 'text', text: 'Hel' }, refusal('no usage')])
  expect(await ask(late, [part('usage')])).toEqual([{ type: 'text', text: 'Hel' }, refusal('no usage')])
  expect(late.sent).toHaveLength(1)
})

test('remembers a guess only if the gateway accepts the request without the part', async () => {
  const guess = part('usage', 'likely')
  await ask(
    gateway(() => [refusal('no usage')]),
    [guess],
  )
  expect(guess.memory.has(model)).toBe(false)

  await ask(
    gateway(({ usage }) => (usage ? [refusal('no usage')] : hello)),
    [guess],
  )
  expect(guess.memory.has(model)).toBe(true)
})

test('sends a part again if the gateway requires it', async () => {
  const thoughts: FreeRefusal<Request> = { ...part('thoughts', 'likely'), isDemanded: true }
  thoughts.memory.set(model, true)
  const demanding = gateway((request) => (request.thoughts ? hello : [refusal('thoughts are missing')]))

  expect(await ask(demanding, [thoughts], { thoughts: true })).toEqual(hello)
  expect(demanding.sent).toEqual(['', 'thoughts'])
  expect(thoughts.memory.has(model)).toBe(false)
})
