import { describe, expect, it } from 'vitest'
import { faultCatalog } from '../../src/demo-gateway/faults/fault-catalog.ts'
import { faultHelp } from '../../src/demo-gateway/faults/fault-help.ts'
import { faultSet, parseFaults } from '../../src/demo-gateway/faults/fault-syntax.ts'
import { chat, json, send, sendFaulty, startGateway } from './gateway-under-test.ts'

const gateway = await startGateway()

describe('the syntax of faults', () => {
  it('accepts semicolons and parentheses as separators', () => {
    expect(parseFaults('stall;after=20;ms=5, crlf')).toEqual(parseFaults(' stall(after=20,ms=5),crlf '))
  })

  it('reads flags and percent-encoded values, and writes them back', () => {
    const faults = faultSet(parseFaults('early-close;hard, fail;message=a%2C%20b'))
    expect(faults.textParam('early-close', 'hard')).toBe('true')
    expect(faults.textParam('fail', 'message')).toBe('a, b')
    expect(parseFaults(faults.toString())).toEqual(faults.list)
  })

  it.each(['nonsense', 'stall;befor=1', 'stall;after=soon', 'toString'])(
    'refuses the fault "%s" with 400',
    async (list) => {
      const answer = await sendFaulty(gateway, list)
      expect(answer.status).toBe(400)
      expect((await json(answer)).error.code).toBe('unknown_fault')
    },
  )

  it('lists every fault in the help', () => {
    for (const name of Object.keys(faultCatalog)) expect(faultHelp()).toContain(`  ${name} `)
  })
})

describe('the ways to ask for a fault', () => {
  const failing = 'fail(status=503)'
  const path = '/v1/chat/completions'

  it.each([
    ['the header', () => sendFaulty(gateway, failing)],
    ['the model', () => send(gateway, path, chat('x', { model: `demo-chat+${failing}` }))],
    ['the message', () => send(gateway, path, chat(`/fault ${failing}\nHello`))],
    ['a text part', () => send(gateway, path, chat([{ type: 'text', text: `/fault ${failing} -- Hello` }]))],
    ['the prompt', () => send(gateway, '/v1/images/generations', { model: 'x', prompt: `/fault ${failing}` })],
    ['the key', () => send(gateway, '/v1/models', undefined, { authorization: `Bearer ${gateway.key}+${failing}` })],
    ['the base URL', () => send(gateway, `/faults/${encodeURIComponent(failing)}/v1/models`)],
  ])('by %s', async (_, request) => {
    expect((await request()).status).toBe(503)
    expect(gateway.requests().at(-1)?.faults).toBe('fail;status=503')
  })

  it('a field of a form asks for a fault', async () => {
    const form = new FormData()
    form.set('model', `demo-transcribe+${failing}`)
    expect((await send(gateway, '/v1/audio/transcriptions', form)).status).toBe(503)
  })

  it('the owner of the gateway sets a fault for some paths, until it is withdrawn', async () => {
    const withdraw = gateway.addFaults(failing, '/v1/models')
    expect((await send(gateway, '/v1/models')).status).toBe(503)
    expect((await send(gateway, path, chat('hi'))).status).toBe(200)
    withdraw()
    expect((await send(gateway, '/v1/models')).status).toBe(200)
  })

  it('an answer contains neither the suffix nor the line that asked for a fault', async () => {
    const plain = await json(send(gateway, path, chat('Explain tides')))
    const faulty = await json(
      send(gateway, path, chat('/fault delay;ms=1\nExplain tides', { model: 'demo-chat+delay(ms=1)' })),
    )
    expect(faulty.choices).toEqual(plain.choices)
    expect(gateway.requests().at(-1)?.model).toBe('demo-chat')
  })
})

describe('a fault with times=N', () => {
  it('times=N fails the first N attempts with the same body, then succeeds', async () => {
    const statuses = async (content: string) => {
      const found: number[] = []
      for (let attempt = 0; attempt < 3; attempt += 1) {
        found.push((await sendFaulty(gateway, 'fail;status=503;times=2', chat(content))).status)
      }
      return found
    }
    expect(await statuses('one')).toEqual([503, 503, 200])
    expect(await statuses('two')).toEqual([503, 503, 200])
  })

  it('times=N recognises a form although its boundary changes', async () => {
    const attempt = () => {
      const form = new FormData()
      form.set('model', 'demo-transcribe+fail(status=500;times=1)')
      form.set('file', new File(['not audio'], 'a.mp3'))
      return send(gateway, '/v1/audio/transcriptions', form)
    }
    expect((await attempt()).status).toBe(500)
    expect((await attempt()).status).toBe(400)
  })
})
