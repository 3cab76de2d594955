import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { loopbackServer } from './loopback-server.ts'

const sentSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
})

/** A chat request as it came. Its answer is `A<number>.`, which no other answer holds, and used that many tokens. */
export type NumberedRequest = z.infer<typeof sentSchema> & { readonly number: number }

/** What a request of the test's next message meets: an answer, half of one, none, or one that waits. */
export const answerModes = ['whole', 'thinking', 'cut', 'empty', 'refused', 'held'] as const
export type AnswerMode = (typeof answerModes)[number]

/** A gateway on loopback whose answers are numbered, so that a test can tell which request an answer came from. */
export interface NumberedGateway {
  readonly baseUrl: string
  readonly requests: readonly NumberedRequest[]
  /** How requests are answered from now on. */
  mode: AnswerMode
  /** Ends all answers that wait. */
  release(): void
  /** Resolves when this many requests have come. */
  until(count: number): Promise<void>
  close(): Promise<void>
}

/** `say` replaces the text of whole and held answers. */
export async function numberedGateway(
  say: (request: NumberedRequest) => string = ({ number }) => `A${number}.`,
): Promise<NumberedGateway> {
  const requests: NumberedRequest[] = []
  const held = new Map<ServerResponse, number>()
  const waiting = new Set<() => void>()
  let mode: AnswerMode = 'whole'
  const server = await loopbackServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (!request.url?.endsWith('/chat/completions')) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not here"}}')
      return
    }
    const number = requests.length + 1
    const asked = { ...sentSchema.parse(JSON.parse(Buffer.concat(chunks).toString())), number }
    requests.push(asked)
    answer(response, asked)
    for (const wake of waiting) wake()
  })

  function answer(response: ServerResponse, asked: NumberedRequest): void {
    const { number } = asked
    if (mode === 'refused') {
      response.writeHead(403, { 'content-type': 'application/json' })
      response.end('{"error":{"message":"no","type":"permission_error"}}')
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (mode === 'thinking') response.write(chunk({ reasoning_content: `T${number}.` }))
    if (mode !== 'empty') response.write(chunk({ content: say(asked) }))
    if (mode === 'held') {
      held.set(response, number)
      response.once('close', () => held.delete(response))
    } else if (mode === 'cut' || mode === 'empty') response.end()
    else end(response, number)
  }

  function end(response: ServerResponse, number: number): void {
    response.end(`${chunk({}, 'stop')}${usage(number)}data: [DONE]\n\n`)
  }

  return {
    baseUrl: `${server.origin}/v1`,
    requests,
    get mode() {
      return mode
    },
    set mode(next) {
      mode = next
    },
    release() {
      for (const [response, number] of held) end(response, number)
      held.clear()
    },
    until: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (requests.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    close: () => server.close(),
  }
}

function chunk(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
}

/** Usage that tells the number of its request. */
function usage(number: number): string {
  const usage = { prompt_tokens: number, completion_tokens: 2, total_tokens: number + 2 }
  return `data: ${JSON.stringify({ choices: [], usage })}\n\n`
}

/** Returns the lines of a request that begin with a number and a colon: number and text. */
export function numberedLines({ messages }: NumberedRequest): readonly (readonly [string, string])[] {
  const asked = messages.at(-1)?.content ?? ''
  return [...asked.matchAll(/^(\d+): (.*)$/gm)].map(([, number = '', text = '']) => [number, text])
}
