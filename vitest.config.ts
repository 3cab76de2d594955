import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { keepFoldersInMemory } from './scripts/memory-disk.mjs'
import { askingTests } from './test/fakes/network-tests.ts'

const exclude = ['test/e2e/**', 'node_modules/**']

/**
 * Tests of what asks a gateway, a link, a place or a server itself. They run over each network, as far as they ask one.
 * Services ask only through these (`test/fakes/fetches.test.ts`), so their tests run over Node's network alone.
 */
export const networkTests = [
  'test/fakes/fetches.test.ts',
  'test/main/gateway/**/*.test.ts',
  'test/main/places/{linked-files,odd-servers,transports,webdav-refusals}.test.ts',
  'test/main/services/app/{erasing,paid-answers,queue-pause}.test.ts',
  'test/main/services/connections/**/*.test.ts',
  'test/main/services/images/followed-requests.test.ts',
  'test/main/services/mcp/{http-launch,mcp-http,server-authorization,sign-in}.test.ts',
  'test/main/services/web-search/search-request.test.ts',
]

/**
 * What `src/main/wasm-wrappers.ts` does for the app. Under test Node removes types by a WebAssembly module, also in the
 * threads that a test starts.
 */
const keepsWasmWrappers = '--wasm-wrapper-tiering-budget=2000000000'

// Threads and processes of tests run from the sources: what Node makes of those is kept, as it costs more than most tests.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compile')

keepFoldersInMemory()

const builtThreads = join(import.meta.dirname, 'test/fakes/built-threads.ts')
const copiedDatabase = join(import.meta.dirname, 'test/fakes/copied-database.ts')
const failedTests = join(import.meta.dirname, 'test/fakes/failed-tests.ts')
const lightSealingWork = join(import.meta.dirname, 'test/fakes/light-sealing-work.ts')

export default defineConfig({
  resolve: {
    alias: [
      { find: /^.*\/thread-file\.ts$/, replacement: builtThreads },
      { find: /^.*\/new-database\.ts$/, replacement: copiedDatabase },
      { find: /^.*\/sealing-work\.ts$/, replacement: lightSealingWork },
    ],
  },
  test: {
    globalSetup: builtThreads,
    setupFiles: failedTests,
    environment: 'node',
    // far above what a test takes, as a machine may be three times slower and have other work
    testTimeout: 300_000,
    // Vitest's own second is too short for such a machine
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
    // tests wait for disks and timers: a second one fills those moments also on two cores
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // files of a worker share their modules, which saves a fifth of the processor's time
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    execArgv: [keepsWasmWrappers],
    projects: [
      { extends: true, test: { name: 'node', include: ['test/**/*.test.ts', 'test/**/*.test.tsx'], exclude } },
      {
        extends: true,
        test: {
          name: 'electron',
          include: [...askingTests(networkTests)],
          exclude,
          env: { TEST_NETWORK: 'electron' },
        },
      },
    ],
  },
})
