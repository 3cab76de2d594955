import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import electronViteConfig from '../../../electron.vite.config.ts'
import { pagePackages } from '../../../scripts/page-packages.ts'
import { securityHeaders } from '../../../src/main/security/csp.ts'

/**
 * Builds a page that shows Markdown alone and serves it on loopback, with the variants of packages and the policy that
 * the product's page has.
 */
export async function serveMarkdown(): Promise<{ readonly address: string; close(): Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'atelier-markdown-'))
  const renderer = 'renderer' in electronViteConfig ? electronViteConfig.renderer : undefined
  const config = {
    root: import.meta.dirname,
    configFile: false as const,
    logLevel: 'error' as const,
    plugins: [react(), pagePackages()],
    resolve: renderer?.resolve ?? {},
    worker: { format: 'es' as const },
  }
  await build({ ...config, build: { outDir, emptyOutDir: true, target: 'esnext', assetsInlineLimit: 0 } })
  const headers = securityHeaders('browser')
  const server = await preview({ ...config, build: { outDir }, preview: { port: 0, host: '127.0.0.1', headers } })
  return {
    address: server.resolvedUrls?.local[0] ?? '',
    async close() {
      await server.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
