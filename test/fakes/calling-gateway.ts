import { createDemoGateway, type DemoGateway } from '../../src/demo-gateway/server.ts'
import { loopbackServer } from './loopback-server.ts'

type Turn = Readonly<Record<string, unknown>>

/** Body of a chat request, as far as tests look at it. */
export interface SentChat {
  readonly messages: readonly Turn[]
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly parameters?: { readonly properties?: Turn } }
  }[]
}

/** Parts of a streamed choice. */
export const said = (content: string): object => ({ delta: { content } })
export const asks = (id: string, name: string, input: string): object => ({
  delta: { tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: input } }] },
})
export const ends = (finish_reason: string): object => ({ delta: {}, finish_reason })

/** What the gateway counted. */
export const uses = (prompt_tokens: number, completion_tokens: number): object => ({
  usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
})

/** The stream ends here without an end. */
export const breaksOff: object = {}

/** A gateway whose chat answers are those of the test; everything else is answered by a demo gateway behind it. */
export interface CallingGateway {
  readonly baseUrl: string
  readonly key: string
  readonly demo: DemoGateway
  /** The chat requests so far. */
  readonly sent: SentChat[]
  /** The answers to the chat requests in order; the last one is repeated. */
  answers: readonly (readonly object[])[]
  close(): Promise<void>
}

export async function callingGateway(
  options: { readonly respond?: (chat: SentChat) => readonly object[] } = {},
): Promise<CallingGateway> {
  const demo = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  const sent: SentChat[] = []
  const server = await loopbackServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (request.url?.endsWith('/chat/completions')) {
      const chat: SentChat = JSON.parse(body.toString())
      sent.push(chat)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const { answers } = gateway
      const answer = options.respond?.(chat) ?? answers[Math.min(sent.length, answers.length) - 1] ?? []
      for (const choice of answer)
        if (choice !== breaksOff)
          response.write(
            `data: ${JSON.stringify('usage' in choice || 'error' in choice ? { choices: [], ...choice } : { choices: [{ index: 0, ...choice }] })}\n\n`,
          )
      response.end(answer.includes(breaksOff) ? '' : 'data: [DONE]\n\n')
      return
    }
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers
    const answer = await fetch(new URL(request.url ?? '', demo.baseUrl), {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': type },
      ...(body.length > 0 ? { body } : {}),
    })
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    // its links lead here too
    if (isJson) response.end((await answer.text()).replaceAll(new URL(demo.baseUrl).origin, server.origin))
    else response.end(Buffer.from(await answer.arrayBuffer()))
  })
  const gateway: CallingGateway = {
    baseUrl: `${server.origin}/v1`,
    key: demo.key,
    demo,
    sent,
    answers: [],
    async close() {
      await server.close()
      await demo.close()
    },
  }
  return gateway
}
