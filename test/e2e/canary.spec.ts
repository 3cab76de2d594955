import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { shapesIn } from '../fakes/key-shapes.ts'
import { exchange, expect, parts, test } from './fixtures.ts'

const canary = 'sk-canary-Zq7Vw2Xk9Lm4Tn8Rb3Yc6Hd5'

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOf(join(folder, entry.name)) : entry.isFile() ? [join(folder, entry.name)] : [],
  )
}

// high enough to show every answer at once
test.use({ viewport: { width: 1280, height: 2000 } })

test('a key that was used everywhere is found in no file, log or window', async ({ atelier, data }) => {
  test.slow()
  const gateway = await createDemoGateway({
    tokensPerSecond: Number.POSITIVE_INFINITY,
    keys: [{ key: canary, group: 'all' }],
  })
  const page = await atelier.start()
  const address = page.getByRole('textbox', { name: 'Gateway address' })
  const key = page.getByLabel('API key')

  // refused, then tested, then connected
  await address.fill('https://name:secret@gateway.example')
  await key.fill(canary)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await address.fill(gateway.origin)
  const quoting = gateway.addFaults(
    `fail;status=401;message=Incorrect%20API%20key%20provided:%20${canary}`,
    '/v1/models',
  )
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByRole('alert')).toContainText('does not know this key')
  quoting()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Connected. 13 models available.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await exchange(page, 'Hello', 1)

  // every kind of answer that quotes it
  let count = 1
  for (const fault of [
    `fail;status=401;message=Incorrect%20API%20key%20provided:%20${canary}`,
    `fail;status=400;shape=text;message=${canary}`,
    `fail;status=400;shape=html;message=${canary}`,
    `fail;status=422;shape=detail;message=${canary};code=${canary}`,
    `stream-error;after=3;message=${canary};code=${canary}`,
  ]) {
    const healthy = gateway.addFaults(fault, '/v1/chat/completions')
    count += 1
    await exchange(page, `Question ${count}`, count)
    await expect(parts.answers(page).last().getByRole('alert')).toBeVisible()
    healthy()
  }
  await page.keyboard.press('Control+,')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('Connected. 13 models available.').first()).toBeVisible()
  // typed again in the form of an existing connection, then cancelled
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('API key').fill(canary)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('API key')).toHaveCount(0)
  await expect(page.getByText('Key kept until Atelier closes · …6Hd5')).toBeVisible()
  await parts.panels(page).getByRole('button', { name: 'Chat' }).click()
  await parts.newChat(page).click()
  await exchange(page, 'And once more', 1)

  // data sent to the page, and the page's content
  const received = atelier.received.join('\n')
  expect(received.length).toBeGreaterThan(1000)
  expect(shapesIn(canary, Buffer.from(received)), 'in a frame that the page received').toEqual([])
  expect(shapesIn(canary, Buffer.from(await page.content())), 'in the page').toEqual([])
  const stores = await page.evaluate<string>(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, await indexedDB.databases(), await caches.keys(), document.cookie,
    [...document.querySelectorAll('input, textarea')].map((field) => field.value),
  ]))()`)
  expect(shapesIn(canary, Buffer.from(stores)), 'in a store of the page').toEqual([])

  // every file, while the process runs (with its write-ahead log) and after it ended
  for (const when of ['running', 'ended']) {
    if (when === 'ended') {
      const device = await page.context().newCDPSession(page)
      const chunks: string[] = []
      device.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
      await device.send('HeapProfiler.enable')
      // twice: the second collection frees what finalizers released
      await device.send('HeapProfiler.collectGarbage')
      await device.send('HeapProfiler.collectGarbage')
      await device.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
      const heap = chunks.join('')
      expect(heap.length).toBeGreaterThan(100_000)
      expect(heap.includes('Key kept until Atelier closes'), 'the snapshot holds texts').toBe(true)
      expect(shapesIn(canary, Buffer.from(heap)), "in the page's memory").toEqual([])
      await atelier.stop()
    }
    const files = filesOf(data)
    expect(files.some((file) => file.endsWith('atelier.db'))).toBe(true)
    expect(files.some((file) => file.endsWith('atelier.log'))).toBe(true)
    const found = files
      .map((file) => [file, shapesIn(canary, readFileSync(file))] as const)
      .filter(([, shapes]) => shapes.length > 0)
    expect(found, `in the data folder, ${when}`).toEqual([])
  }
  expect(shapesIn(canary, Buffer.from(atelier.output)), 'in what the process printed').toEqual([])
  await gateway.close()
})
