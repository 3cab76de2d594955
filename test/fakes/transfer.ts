import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { createApp } from '../../src/main/app.ts'
import type { App } from '../../src/main/application.ts'
import { AppClient } from './app-client.ts'
import { pictures } from './pictures.ts'
import { testPlatform } from './platform.ts'

/** A file of `test/fixtures/transfer`. */
export function transferFixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, '../fixtures/transfer', name))
}

/** Sample exports of other programs, with their pictures. */
export const foreignSamples = {
  chatgpt: {
    name: 'chatgpt-export.zip',
    bytes: () =>
      zipSync({
        'conversations.json': transferFixture('chatgpt.json'),
        'file-AbC123-kettle.png': pictures.png,
        'dalle-generations/file_00aa11-1.webp': pictures.webp,
        'chat.html': Buffer.from('<html></html>'),
      }),
  },
  'cherry-studio': {
    name: 'cherry-studio.202504181200.zip',
    bytes: () => zipSync({ 'data.json': transferFixture('cherry-studio.json'), 'Data/Files/f1.png': pictures.png }),
  },
  chatbox: { name: 'chatbox-exported-data-2025-6-1.json', bytes: () => transferFixture('chatbox.json') },
  'open-webui': { name: 'chat-export-1760000000000.json', bytes: () => transferFixture('open-webui.json') },
  claude: { name: 'conversations.json', bytes: () => transferFixture('claude.json') },
  librechat: { name: 'Why_moss_is_soft.json', bytes: () => transferFixture('librechat.json') },
  lobehub: { name: 'LobeChat-config-v7.json', bytes: () => transferFixture('lobehub.json') },
} as const

/** A ChatGPT export with this many messages, a hundred per conversation. */
export function longChatGpt(messages: number): Buffer {
  const conversations = Array.from({ length: Math.ceil(messages / 100) }, (_, index) => {
    const nodes = Array.from({ length: 100 }, (__, at) => {
      const author = { role: at % 2 === 0 ? 'user' : 'assistant' }
      const content = { content_type: 'text', parts: [`Message ${at} of ${index}: 茶与桥, a long way home.`] }
      return [`n${at}`, { parent: at === 0 ? null : `n${at - 1}`, message: { author, content } }] as const
    })
    const mapping = Object.fromEntries(nodes)
    return { title: `Long ${index}`, conversation_id: `long-${index}`, create_time: 1_700_000_000, mapping }
  })
  return Buffer.from(JSON.stringify(conversations))
}

/** An app on its own data folder, for imports and exports. */
export class TransferApp extends AppClient {
  readonly folder: string
  readonly platform: ReturnType<typeof testPlatform>['platform']
  private readonly running: App
  private readonly dispose: () => void
  private files = 0

  private constructor(app: App, run: ReturnType<typeof testPlatform>) {
    super(() => app)
    this.running = app
    this.platform = run.platform
    this.folder = run.platform.paths.data
    this.dispose = run.dispose
  }

  /** Starts the app, on its own folder unless one is given; `fill` prepares the data folder. */
  static async start(
    fill: (folder: string) => Promise<void> = async () => undefined,
    folder: string = mkdtempSync(join(tmpdir(), 'atelier-transfer-')),
    environment: Readonly<Record<string, string>> = {},
  ): Promise<TransferApp> {
    await fill(folder)
    const resources = join(import.meta.dirname, '../../resources')
    const run = testPlatform({ paths: { data: folder, resources }, environment })
    return new TransferApp(await createApp(run.platform, { demo: false }), run)
  }

  /** Passes a file to the app as if dropped; returns its token. */
  give(bytes: Uint8Array | string, name: string): string {
    this.files += 1
    const path = join(this.folder, `given-${this.files}`)
    writeFileSync(path, bytes)
    return this.running.importFile({ path, name, temporary: true })
  }

  /** The one file that was exported. */
  exported(): Buffer {
    const saved = join(this.folder, 'saved')
    const [name = ''] = readdirSync(saved)
    return readFileSync(join(saved, name))
  }

  async close(): Promise<void> {
    await this.running.close()
  }

  remove(): void {
    this.dispose()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
