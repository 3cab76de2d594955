// Measures, prints a table and writes bench/results.json. Never part of the tests: speed is compared, not asserted.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { measureApp } from './app-bench.ts'
import { measureRenderers } from './compare-bench.ts'
import { machine } from './machine.ts'

const browser = await chromium.launch(chromiumLaunchOptions())
const log = (line: string): void => console.log(line)

const only = process.argv[2]
const app = only === 'renderers' ? null : await measureApp(browser, log)
const renderers = only === 'app' ? null : await measureRenderers(browser, await mixedMarkdown(), log)
const results = { measuredAt: new Date().toISOString(), machine: machine(), browser: browser.version(), app, renderers }
await browser.close()

const folder = join(import.meta.dirname, '../../bench')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)

if (app) {
  console.table({
    '200 tokens/s': rounded(app.streamAt200),
    'as fast as possible': rounded(app.streamAtOnce),
  })
  console.table({
    'first text': rounded(app.firstText),
    start: rounded(app.start),
    'open a conversation': rounded(app.open),
  })
}
if (renderers) console.table(Object.fromEntries(Object.entries(renderers).map(([name, work]) => [name, rounded(work)])))

/** 100,000 characters as the demo gateway writes them. */
async function mixedMarkdown(): Promise<string> {
  const gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'demo-chat',
      messages: [{ role: 'user', content: 'Write 100000 characters of mixed Markdown about bridges and 桥' }],
    }),
  })
  const body: unknown = await response.json()
  await gateway.close()
  const text = /"content":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(body))?.[1]
  return JSON.parse(`"${text ?? ''}"`)
}

function rounded(figures: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ]),
  )
}
