import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { quantile } from './frames.ts'
import { composer, type Stage, viewport } from './running-app.ts'
import { openQuota, slowPage } from './slow-machine.ts'

const runs = 7

/** From starting a process that serves an empty page to typing in it, in ms: the floor of a start. */
export async function measureEmptyStart(stage: Stage): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) times.push(await emptyStart(stage))
  return quantile(
    times.toSorted((a, b) => a - b),
    0.5,
  )
}

async function emptyStart({ browser, speed }: Stage): Promise<number> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await slowPage(page, speed)
  const quota = openQuota(speed)
  const began = performance.now()
  const [program = process.execPath, ...before] = [...quota.through, process.execPath]
  const server = spawn(program, [...before, join(import.meta.dirname, 'empty-app.mjs')])
  const [address] = await once(server.stdout, 'data')
  await page.goto(String(address).trim())
  await composer(page).fill('x')
  const took = performance.now() - began
  await context.close()
  const closed = once(server, 'close')
  server.kill()
  await closed
  quota.close()
  return took
}
