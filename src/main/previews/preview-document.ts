import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PageHost } from '../security/csp.ts'
import { drawingScript } from './drawing-script.ts'
import { diagramScript, diagramStyle, pageScript } from './preview-scripts.ts'

/** A document of the preview's frame with its headers. */
export interface ServedPreview {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Resolves to the document with a name; null if there is none. The text of a preview never passes through here. */
export async function previewDocument(name: string, host: PageHost): Promise<ServedPreview | null> {
  switch (name) {
    case 'page':
      return {
        body: `<!doctype html><meta charset="utf-8"><title>Preview</title><script>${pageScript}</script>`,
        headers: previewHeaders(host, "'unsafe-inline'"),
      }
    case 'diagram':
      return scripted(host, [await mermaid(), diagramScript], diagramStyle)
    case 'drawn-diagram':
      return scripted(host, [await mermaid(), drawingScript])
    case 'drawn-picture':
      return scripted(host, [drawingScript])
    default:
      return null
  }
}

/** Returns a document in which only the given scripts run: the nonce is fresh, so no script of a model can know it. */
function scripted(host: PageHost, scripts: readonly string[], style = ''): ServedPreview {
  const nonce = randomBytes(16).toString('base64')
  const [last = '', ...others] = scripts.map((script) => `<script nonce="${nonce}">${script}</script>`).reverse()
  return {
    body:
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title><style>${style}</style>` +
      `${others.join('')}</head><body>${last}</body></html>`,
    headers: previewHeaders(host, `'nonce-${nonce}'`),
  }
}

/**
 * Returns the headers of a document of the frame. `sandbox` gives it an opaque origin even without the frame's
 * attribute. `scripts` is the source of the scripts that may run.
 */
export function previewHeaders(host: PageHost, scripts: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      'sandbox allow-scripts',
      "default-src 'none'",
      `script-src ${scripts}`,
      "style-src 'unsafe-inline'",
      'img-src data: blob:',
      'font-src data:',
      'media-src data: blob:',
      "connect-src 'none'",
      "object-src 'none'",
      "frame-src 'none'",
      "worker-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      // a policy does not cover the scheme of Electron's page; there, nothing else can frame it
      ...(host === 'browser' ? ["frame-ancestors 'self'"] : []),
    ].join('; '),
    // no connections at all, including WebRTC, prefetches and navigation: https://wicg.github.io/connection-allowlists
    'connection-allowlist': '()',
    'x-dns-prefetch-control': 'off',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': [
      'camera',
      'microphone',
      'geolocation',
      'clipboard-read',
      'clipboard-write',
      'display-capture',
      'fullscreen',
      'payment',
      'usb',
      'serial',
      'hid',
    ]
      .map((feature) => `${feature}=()`)
      .join(', '),
    'cache-control': 'no-store',
  }
}

async function mermaid(): Promise<string> {
  return await readFile(mermaidFile(), 'utf8')
}

/** Returns the path of Mermaid in one file: next to the bundle, or in development in its package. */
function mermaidFile(): string {
  const built = fileURLToPath(new URL('./mermaid.js', import.meta.url))
  if (existsSync(built)) return built
  return join(dirname(createRequire(import.meta.url).resolve('mermaid/package.json')), 'dist', 'mermaid.min.js')
}
