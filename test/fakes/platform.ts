import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageQuick } from '../../src/main/browser/page-quick.ts'
import { NodeRoutes } from '../../src/main/browser/routed-fetch.ts'
import type { EventSink, Exports, KeyValueStore, Platform } from '../../src/main/platform.ts'
import { createMemorySecrets } from '../../src/main/secrets/memory.ts'
import { systemClock } from '../../src/main/system-clock.ts'
import type { EventName, EventPayload } from '../../src/shared/ipc/contract.ts'
import { reportAtFailure } from './failure-report.ts'
import { testedFetch, testedLinkFetch } from './fetches.ts'
import { ManualClock } from './manual-clock.ts'

export { ManualClock }

/** An event as a page would get it. */
export type SeenEvent = {
  readonly [N in EventName]: { readonly name: N; readonly payload: EventPayload<N> }
}[EventName]

/** An event sink that records events and can be awaited. */
export class EventRecorder implements EventSink {
  readonly seen: { name: EventName; payload: unknown }[] = []
  private readonly listeners = new Set<() => void>()

  emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
    this.seen.push({ name, payload })
    for (const listener of this.listeners) listener()
  }

  /** The payloads of one event, in order. */
  of<N extends EventName>(name: N): EventPayload<N>[] {
    return this.seen
      .filter((event): event is { name: N; payload: EventPayload<N> } => event.name === name)
      .map((event) => event.payload)
  }

  /** Resolves with the first matching payload, past or future. */
  until<N extends EventName>(name: N, fits: (payload: EventPayload<N>) => boolean): Promise<EventPayload<N>> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.of(name).find(fits)
        if (found === undefined) return
        this.listeners.delete(look)
        resolve(found)
      }
      this.listeners.add(look)
      look()
    })
  }
}

/** A key-value store in memory that keeps values as JSON would. */
export function memoryStore(): KeyValueStore {
  const values = new Map<string, string>()
  return {
    get(key) {
      const value = values.get(key)
      return value === undefined ? undefined : JSON.parse(value)
    },
    set: (key, value) => void values.set(key, JSON.stringify(value)),
  }
}

export interface TestPlatform extends Platform {
  readonly events: EventRecorder
  readonly logged: string[]
}

/** A platform of real parts and small fakes on its own data folder. Returns the function that removes it. */
export function testPlatform(changes: Partial<Omit<Platform, 'events' | 'log'>> = {}): {
  platform: TestPlatform
  dispose: () => void
} {
  const folder = changes.paths?.data ?? mkdtempSync(join(tmpdir(), 'atelier-test-'))
  const logged: string[] = []
  const platform: TestPlatform = {
    shell: 'browser',
    version: '0.0.0-test',
    os: 'linux',
    locale: 'en',
    mediaBase: '/media/',
    paths: { data: folder, resources: join(import.meta.dirname, '../../resources') },
    secrets: createMemorySecrets(),
    store: memoryStore(),
    folders: { choose: async () => ({ by: 'page' }) },
    whereabouts: { home: null, outcome: null },
    exports: savingTo(join(folder, 'saved')),
    printer: { pdf: async (page, to) => copyFileSync(page, to) },
    links: { openExternal: async () => 'page', openFolder: async () => {}, openFile: async () => {}, showFile: null },
    notifier: { show: () => 'page', badge: () => {} },
    quick: pageQuick,
    contextMenu: { clickedCode: () => {} },
    onWake: () => () => {},
    clock: systemClock,
    fetch: testedFetch,
    proxy: new NodeRoutes({}),
    updater: null,
    linkFetch: testedLinkFetch(),
    environment: {},
    restart: () => {},
    ...changes,
    events: new EventRecorder(),
    log: (level, event, fields) => void logged.push(JSON.stringify({ level, event, ...fields })),
    logged,
  }
  reportAtFailure(() => [...logged, ...platform.events.seen.slice(-3).map((event) => JSON.stringify(event))].join('\n'))
  return { platform, dispose: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Saves every file into one folder under its proposed name. */
function savingTo(folder: string): Exports {
  return {
    async saveFile(name, write) {
      mkdirSync(folder, { recursive: true })
      await write(join(folder, name))
      return { by: 'main', saved: true }
    },
    async drag(name, write) {
      mkdirSync(folder, { recursive: true })
      await write(join(folder, name))
    },
  }
}
