import { initialProxy } from '../../../src/shared/proxy.ts'
import { initialSearch } from '../../../src/shared/web-search.ts'
import type { SomeHandlers } from '../contract-bridge.ts'

/** Answers of a new installation to what the page reads when it starts, and to lists in which nothing is yet. */
export const newInstallation: SomeHandlers = {
  'arrivals.take': () => [],
  'assistants.list': () => ({ assistants: [], removed: [] }),
  'embeddings.state': () => ({
    isAvailable: true,
    phase: 'off',
    choice: null,
    terms: { budget: null, price: null },
    pausedBy: null,
    error: null,
    retryAt: null,
    isCounting: false,
    texts: { done: 0, wanted: 0, held: 0, aside: 0 },
    tokens: { wanted: 0, wide: 0, used: 0 },
    requests: { sent: 0, unknown: 0, expected: 0 },
    sets: [],
  }),
  'folders.list': () => [],
  'knowledge.list': () => [],
  'mcp.list': () => [],
  'mcp.offers': () => [],
  'network.get': () => ({
    settings: initialProxy,
    hasPassword: false,
    modes: ['system', 'none', 'http', 'socks5', 'pac'],
  }),
  'prices.list': () => [],
  'prompts.list': () => ({ prompts: [], removed: [] }),
  'recordings.left': () => [],
  'quick.shortcut': () => ({ state: 'off' }),
  'spending.budget': () => null,
  'temporary.list': () => [],
  'titles.choice': () => ({ by: 'line', target: null }),
  'tools.list': () => [],
  'tools.waiting': () => [],
  'transcription.claim': () => null,
  'transcription.draft': () => null,
  'transcription.jobs': () => ({ jobs: [], total: 0 }),
  'transcripts.list': () => ({ transcripts: [], total: 0 }),
  'updates.get': () => ({
    how: 'elsewhere',
    page: null,
    phase: { is: 'idle' },
    checkedAt: null,
    previous: null,
    wentBackFrom: null,
  }),
  'web.get': () => ({ settings: initialSearch, keys: [], isReady: false, isKeyForRun: false }),
}
