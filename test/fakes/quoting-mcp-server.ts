// An MCP server for tests that quotes what a file says, in everything it can say.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly name?: string; readonly _meta?: { readonly progressToken?: number } }
}

/** The quotations, one in each string. */
const quotes: readonly string[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const all = quotes.join(' | ')
const say = (value: unknown): boolean => process.stdout.write(`${JSON.stringify(value)}\n`)
const answer = (id: number | undefined, result: unknown): boolean => say({ jsonrpc: '2.0', id, result })
const failure = (id: number | undefined): boolean => say({ jsonrpc: '2.0', id, error: { code: -32000, message: all } })
const file = Buffer.from(`A file of 300 characters: ${'.'.repeat(300)} ${all}`).toString('base64')

process.stderr.write(`log ${all}\n`)

function call({ id, params }: Message): void {
  switch (params?.name) {
    case 'refused':
      failure(id)
      return
    case 'long':
      answer(id, { content: [{ type: 'text', text: `${'x'.repeat(63_990)}${all}${'y'.repeat(1_100_000)}${all}` }] })
      return
    default: {
      const progressToken = params?._meta?.progressToken
      if (progressToken !== undefined)
        say({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1, message: all } })
      answer(id, {
        content: [
          ...quotes.map((text) => ({ type: 'text', text })),
          // two parts that are a quotation together
          { type: 'text', text: quotes[0]?.slice(0, 12) },
          { type: 'text', text: quotes[0]?.slice(12) },
          { type: 'resource', resource: { uri: 'a:file', blob: file } },
          { type: 'resource_link', uri: `https://h/?k=${all}`, name: all },
        ],
        structuredContent: { [all]: all },
      })
    }
  }
}

function handle(message: Message): void {
  const { id } = message
  switch (message.method) {
    case 'initialize':
      process.stdout.write(`no message ${all}\n`)
      answer(id, {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {}, prompts: {}, resources: {} },
        serverInfo: { name: all, version: '1' },
        instructions: all,
      })
      return
    case 'tools/list': {
      const inputSchema = { type: 'object', properties: { a: { type: 'string', description: all, default: all } } }
      answer(id, {
        tools: ['quote', 'refused', 'long'].map((name) => ({ name, title: all, description: all, inputSchema })),
      })
      return
    }
    case 'tools/call':
      call(message)
      return
    case 'prompts/list':
      answer(id, { prompts: ['p', 'refused'].map((name) => ({ name, title: all, description: all })) })
      return
    case 'resources/list':
      answer(id, { resources: [{ uri: 'a:b', name: all, description: all, mimeType: all }] })
      return
    case 'prompts/get':
      if (message.params?.name === 'refused') failure(id)
      else answer(id, { messages: [{ role: 'user', content: { type: 'text', text: all } }] })
      return
    case 'resources/read':
      answer(id, { contents: [{ uri: 'a:b', text: all }] })
      return
    default:
      if (id !== undefined) failure(id)
  }
}

createInterface({ input: process.stdin }).on('line', (line) => handle(JSON.parse(line)))
process.stdin.on('end', () => process.exit(0))
