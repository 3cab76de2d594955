// The gallery of the interface parts, from the page's own configuration. Builds of the product leave it out.
import { join } from 'node:path'
import { build, createServer } from 'vite'
import { pageConfig } from './page-config.ts'

/** Serves the gallery with hot reload; resolves to its address. */
export async function serveKit(): Promise<string> {
  const { build: _build, ...config } = pageConfig()
  const server = await createServer({ ...config, configFile: false, server: { host: '127.0.0.1' } })
  await server.listen()
  return new URL('kit/', server.resolvedUrls?.local[0]).href
}

/** Builds the gallery as the product's page is built, so that it works under the same policy. */
export async function buildKit(folder: string): Promise<void> {
  const { build: options, ...config } = pageConfig()
  const input = join(config.root, 'kit/index.html')
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: {
      ...options,
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: { ...options?.rollupOptions, input },
    },
  })
}
