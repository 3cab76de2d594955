import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/.cache/threads')

const sources = [
  'gateway/answer-thread',
  'media/media-thread',
  'media/picture-thread',
  'services/backup/backup-thread',
  'services/documents/documents-thread',
  'services/documents/word/docx-thread',
  'services/embeddings/embedding-thread',
  'services/history/history-thread',
  'services/knowledge/knowledge-thread',
  'services/mcp/message-thread',
  'services/tools/argument-thread',
  'services/transfer/import/import-thread',
]

/** Stands in for `src/main/threads/thread-file.ts`: a bundled thread starts in two thirds of a source's time. */
export function threadFile(name: string): string {
  return join(folder, `${name}.js`)
}

/** Bundles the threads once for a run of the tests, as the build does. */
export default async function buildThreads(): Promise<void> {
  const input = Object.fromEntries(
    sources.map((source) => [source.split('/').at(-1) ?? source, join(root, 'src/main', `${source}.ts`)]),
  )
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: {
      alias: [{ find: /^.*\/sealing-work\.ts$/, replacement: join(import.meta.dirname, 'light-sealing-work.ts') }],
    },
    ssr: { noExternal: ['zod'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: {
        input,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
      },
    },
  })
}
