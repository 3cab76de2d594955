import { cpSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { pagePackages } from './scripts/page-packages.ts'
import { withoutUnusedPalettes } from './scripts/unused-palettes.ts'
import { wordsPreload } from './scripts/words-preload.ts'

/** Puts the character maps beside the bundle that PDFs with Chinese, Japanese and Korean fonts refer to. */
const characterMaps = {
  name: 'character-maps',
  closeBundle: () => cpSync('node_modules/pdfjs-dist/cmaps', 'out/main/cmaps', { recursive: true }),
}

/** Puts the program beside the bundle that draws pages of PDFs. */
const pdfium = {
  name: 'pdfium',
  closeBundle: () => cpSync('node_modules/@embedpdf/pdfium/dist/pdfium.wasm', 'out/main/pdfium.wasm'),
}

/** Puts Mermaid beside the bundle, which goes into the document of a preview as it is. */
const mermaid = {
  name: 'mermaid',
  closeBundle: () => cpSync('node_modules/mermaid/dist/mermaid.min.js', 'out/main/mermaid.js'),
}

export default defineConfig({
  main: {
    plugins: [characterMaps, pdfium, mermaid],
    // its build for Node declares a `require` of its own, beside that of the bundle
    resolve: { alias: [{ find: /^fflate$/, replacement: 'fflate/browser' }] },
    build: {
      // Every thread loads its imports anew. Bundled, zod loads in half the time, and openai is one file instead of 236.
      // The MCP client imports zod and is bundled too, because packages leave zod out.
      externalizeDeps: { exclude: ['zod', '@modelcontextprotocol/client', 'openai'] },
      sourcemap: true,
      rollupOptions: {
        input: {
          index: 'src/main/index.ts',
          browser: 'src/main/browser/entry.ts',
          'embedding-thread': 'src/main/services/embeddings/embedding-thread.ts',
          'history-thread': 'src/main/services/history/history-thread.ts',
          'knowledge-thread': 'src/main/services/knowledge/knowledge-thread.ts',
          'documents-thread': 'src/main/services/documents/documents-thread.ts',
          'backup-thread': 'src/main/services/backup/backup-thread.ts',
          'picture-thread': 'src/main/media/picture-thread.ts',
          'media-thread': 'src/main/media/media-thread.ts',
          'answer-thread': 'src/main/gateway/answer-thread.ts',
          'message-thread': 'src/main/services/mcp/message-thread.ts',
          'argument-thread': 'src/main/services/tools/argument-thread.ts',
          'docx-thread': 'src/main/services/documents/word/docx-thread.ts',
          'import-thread': 'src/main/services/transfer/import/import-thread.ts',
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          // packages leave the browser shell out by its name
          chunkFileNames: ({ facadeModuleId }) =>
            facadeModuleId?.endsWith('/browser/index.ts') === true ? 'browser-[hash].js' : 'chunk-[hash].js',
          // V8 keeps the source in memory, with two bytes for each character where one of them is beyond Latin-1
          comments: { jsdoc: false },
          charset: 'ascii',
        },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload can only be one CommonJS file that requires nothing but electron; its twin for the browser
      // shell is served as one classic script. Built one by one, or what they share would become a third file.
      externalizeDeps: false,
      isolatedEntries: true,
      rollupOptions: {
        input: { index: 'src/preload/index.ts', 'page-bridge': 'src/main/browser/page-bridge.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    base: './',
    plugins: [react(), pagePackages(), wordsPreload(), withoutUnusedPalettes()],
    // without the number of its line, the name of a class is shorter in the first scripts, which have a budget
    css: { modules: { generateScopedName: '_[local]_[hash:base36:5]' } },
    resolve: {
      alias: [
        {
          // its variant for browsers decodes `&lt;` by writing HTML, which the page's policy refuses
          find: /^decode-named-character-reference$/,
          replacement: join(import.meta.dirname, 'node_modules/decode-named-character-reference/index.js'),
        },
      ],
    },
    // of `npm run dev` in Electron, whose page names the port in its policy
    server: { host: '127.0.0.1', port: 5183, strictPort: true, ws: { host: '127.0.0.1', clientPort: 5183 } },
    // the worker loads a language's grammar when it is first seen, which takes modules
    worker: { format: 'es', plugins: () => [pagePackages()] },
    build: {
      outDir: 'out/renderer',
      minify: true,
      target: 'chrome140',
      rollupOptions: {
        input: 'src/renderer/index.html',
        output: {
          // one character beyond Latin-1 makes V8 keep the whole source in two bytes a character
          charset: 'ascii',
          // What several panels share is one chunk instead of ten. Not the grammars and formulas, which are read when
          // seen, and not what only later panels share: that chunk is read before anything shows.
          codeSplitting: {
            groups: [
              // a chunk that holds styles alone, so that they come before all of ours, which override them
              { name: 'mantine-styles', test: /mantine-styles|@mantine\/core\/styles/, priority: 1 },
              {
                name: 'shared',
                minShareCount: 2,
                test: /src\/(?:renderer\/(?!components\/(?:collections|connection-form|jobs|lists|media-form|paged-list|pictures|presets|preview|prompts|speech|use-for)\/)|shared\/)|node_modules\/(?!@shikijs\/|shiki\/|katex\/)/,
              },
            ],
          },
        },
      },
      modulePreload: { polyfill: false },
      // Chunks share styles of equal weight, so their order counts: one file keeps it, whichever chunk comes first.
      cssCodeSplit: false,
      assetsInlineLimit: 0,
    },
  },
})
