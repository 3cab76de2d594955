import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { noFilter } from '../../src/renderer/features/images/filter.ts'
import { everything } from '../../src/shared/history-query.ts'
import { PageClient, startShellProcess } from '../fakes/shell-process.ts'
import { quantile } from './frames.ts'
import { type Grown, seedGrowth } from './growth-seed.ts'
import { proportionalMb } from './machine.ts'
import { longestBlock, probeEnvironment } from './main-probe.ts'

/** Rounds of each call; starts are repeated less often. */
const [rounds, starts] = [40, 5] as const

/** Figures of one size. Times in ms: of a start until main is ready, or from a page's call to its answer. */
export interface Growth {
  readonly messages: number
  readonly startP50: number
  readonly indexSeconds: number
  readonly calls: Readonly<Record<string, { readonly p50: number; readonly p95: number }>>
  readonly backupSeconds: number
  /** Longest block of main's event loop in the calls, and in the backup, as worked by its thread. */
  readonly busyMs: number
  readonly backupBusyMs: number
  /** Memory of main after all of it, in MB; Linux only. */
  readonly mainMb: number | null
}

/** Measures main's calls in the browser shell, with ten years of messages in each of the sizes. */
export async function measureGrowth(sizes: readonly number[], log: (line: string) => void): Promise<readonly Growth[]> {
  const measured: Growth[] = []
  for (const messages of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
    try {
      log(`seeding ${messages} messages`)
      const growth = await measureSize(folder, messages, seedGrowth(folder, messages))
      log(JSON.stringify(growth))
      measured.push(growth)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return measured
}

async function measureSize(folder: string, messages: number, grown: Grown): Promise<Growth> {
  const begun = performance.now()
  const indexer = await startShellProcess({ data: folder })
  const waiting = await PageClient.connect(indexer.link)
  const search = { text: 'a', filter: everything, limit: 1, next: null }
  while ((await waiting.call('history.search', search)).indexed < 1) await wait(200)
  const indexSeconds = (performance.now() - begun) / 1000
  waiting.close()
  await indexer.stop()

  const times: number[] = []
  for (let at = 0; at < starts; at += 1) {
    const from = performance.now()
    const shell = await startShellProcess({ data: folder })
    times.push(performance.now() - from)
    await shell.stop()
  }

  const shell = await startShellProcess({ data: folder, environment: probeEnvironment })
  const client = await PageClient.connect(shell.link)
  await longestBlock(shell)
  const calls = await timesOf(client, grown)
  const { busy: busyMs } = await longestBlock(shell)
  const from = performance.now()
  await client.call('backups.make', { passphrase: null })
  const backupSeconds = (performance.now() - from) / 1000
  const { busy: backupBusyMs } = await longestBlock(shell)
  const mainMb = proportionalMb(shell.process.pid ?? 0)
  client.close()
  await shell.stop()
  const startP50 = quantile(
    times.toSorted((a, b) => a - b),
    0.5,
  )
  return { messages, startP50, indexSeconds, calls, backupSeconds, busyMs, backupBusyMs, mainMb }
}

async function timesOf(client: PageClient, { chats, longest, words }: Grown): Promise<Growth['calls']> {
  const at = <T>(list: readonly T[], round: number): T | undefined => list[Math.floor((round / rounds) * list.length)]
  const months = await client.call('spending.months', {})
  const asked: Readonly<Record<string, (round: number) => Promise<unknown>>> = {
    'first chats': () => client.call('chat.list', { query: '', offset: 0, limit: 60 }),
    'last chats': () => client.call('chat.list', { query: '', offset: chats.length - 30, limit: 60 }),
    'chats by words': (round) =>
      client.call('chat.list', { query: (at(words, round) ?? 'a').slice(0, 4), offset: 0, limit: 60 }),
    'open a chat': (round) => client.call('chat.open', { conversationId: at(chats, round) ?? longest, limit: 40 }),
    'open the longest': () => client.call('chat.open', { conversationId: longest, limit: 40 }),
    'first of history': () => client.call('history.list', { filter: everything, offset: 0, limit: 60 }),
    'middle of history': () =>
      client.call('history.list', { filter: everything, offset: Math.floor(chats.length / 2), limit: 60 }),
    'months of history': () => client.call('history.months', { filter: everything }),
    'facets of history': () => client.call('history.facets', {}),
    search: (round) =>
      client.call('history.search', { text: at(words, round) ?? 'a', filter: everything, limit: 50, next: null }),
    'search one letter': (round) =>
      client.call('history.search', {
        text: (at(words, round) ?? 'a').slice(0, 1),
        filter: everything,
        limit: 50,
        next: null,
      }),
    'first pictures': () => client.call('images.list', { filter: noFilter, offset: 0, limit: 100, shapes: true }),
    'last pictures': () =>
      client.call('images.list', { filter: noFilter, offset: Math.max(0, chats.length * 2 - 100), limit: 100 }),
    'months of spending': () => client.call('spending.months', {}),
    'a month of spending': (round) => client.call('spending.month', { month: at(months, round) ?? '' }),
    budget: () => client.call('spending.budget', {}),
  }
  const calls: Record<string, { readonly p50: number; readonly p95: number }> = {}
  for (const [name, ask] of Object.entries(asked)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now()
      await ask(round)
      times.push(performance.now() - from)
    }
    times.sort((a, b) => a - b)
    calls[name] = { p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
  }
  return calls
}
