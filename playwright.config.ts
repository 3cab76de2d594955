import { defineConfig } from '@playwright/test'
import { chromiumLaunchOptions, findHeadlessShell } from './scripts/chromium.mjs'
import { keepFoldersInMemory } from './scripts/memory-disk.mjs'
import { electronAbsent, electronProgram, type ShellOptions } from './test/e2e/shells.ts'

// told once, and not again by every worker
if (electronProgram() === null && process.env.TEST_WORKER_INDEX === undefined) {
  process.stderr.write(`The Electron run is skipped: ${electronAbsent}.\n`)
}

keepFoldersInMemory()

export default defineConfig<ShellOptions>({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/end-to-end',
  // only a failure waits this long: a machine may be three times slower and have other work
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // two cores: a third browser fills the moments in which the others wait
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/end-to-end.json' }],
  ],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // Playwright takes one of each test that could still fail, a tenth of the run; `Atelier` takes one of a failed test
    screenshot: 'off',
    // a trace costs a fifth of the run; ask for one with `--trace on`
    trace: 'off',
    // specs that need more than the engine, such as a microphone, name launch options of their own
    launchOptions: chromiumLaunchOptions(findHeadlessShell() ?? undefined),
  },
  // the same specs against either shell
  projects: [
    { name: 'browser', use: { shellKind: 'browser' } },
    { name: 'electron', use: { shellKind: 'electron' } },
    // the built page alone: no process of a shell, and a bridge in memory answers by the contract
    { name: 'page', testDir: 'test/page' },
  ],
})
