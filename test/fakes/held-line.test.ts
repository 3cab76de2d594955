import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { openHeldLine } from './held-line.ts'

test('the connection pauses at the chosen point, even if everything arrives at once', async () => {
  const answer = Buffer.alloc(20_000, 'word ')
  const server = createServer((socket) => socket.end(answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const line = await openHeldLine({ origin: `http://127.0.0.1:${address.port}` })
  line.holdAfter(6000)
  const client = connect(Number(new URL(line.baseUrl).port), '127.0.0.1')
  const came: Buffer[] = []
  client.on('data', (data) => came.push(data))
  const bytes = (): number => Buffer.concat(came).length
  await eventually(() => expect(bytes()).toBe(6000))
  line.release()
  line.holdAfter(8000)
  await eventually(() => expect(bytes()).toBe(14_000))
  line.release()
  await once(client, 'end')
  expect(Buffer.concat(came).equals(answer)).toBe(true)
  await line.close()
  server.close()
})
