import { parseArgs } from 'node:util'
import { faultHelp } from './faults/fault-help.ts'
import { createDemoGateway, type DemoGatewayOptions } from './server.ts'

const usage = `Usage: npm run gateway -- [--port N] [--path P] [--key K] [--tokens-per-second N] [--video-speed N] [--seed N]

Starts the demo gateway on 127.0.0.1. Without --port it takes any free port, without --key it makes a key.
--path /inference puts the API there instead of at /v1.
--tokens-per-second 0 streams as fast as possible; --video-speed 10 finishes videos ten times as fast.

`

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    path: { type: 'string' },
    key: { type: 'string' },
    'tokens-per-second': { type: 'string' },
    'video-speed': { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})

if (values.help) console.log(usage + faultHelp())
else await start()

async function start(): Promise<void> {
  const gateway = await createDemoGateway(readOptions())
  const stop = () => {
    void gateway.close()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(`Demo gateway ready: ${gateway.baseUrl}  key: ${gateway.key}`)
}

function readOptions(): DemoGatewayOptions {
  const port = number('port')
  const tokensPerSecond = number('tokens-per-second')
  const videoSecondsPerSecond = number('video-speed')
  const seed = number('seed')
  return {
    ...(port === undefined ? {} : { port }),
    ...(values.path === undefined ? {} : { apiPath: values.path.replace(/\/$/, '') }),
    ...(values.key === undefined ? {} : { keys: [{ key: values.key, group: 'all' }] }),
    ...(tokensPerSecond === undefined ? {} : { tokensPerSecond: tokensPerSecond || Number.POSITIVE_INFINITY }),
    ...(videoSecondsPerSecond === undefined ? {} : { videoSecondsPerSecond }),
    ...(seed === undefined ? {} : { seed }),
  }
}

function number(name: 'port' | 'tokens-per-second' | 'video-speed' | 'seed'): number | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  const value = Number(text)
  if (text !== '' && Number.isFinite(value) && value >= 0) return value
  console.error(`--${name} must be a number that is not negative, not "${text}"`)
  process.exit(2)
}
