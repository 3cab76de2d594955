import { expect, it } from 'vitest'
import { previewDocument } from '../../../src/main/previews/preview-document.ts'

const policyOf = (headers: Readonly<Record<string, string>> | undefined) =>
  headers?.['content-security-policy']?.split('; ') ?? []

it.each(['electron', 'browser'] as const)('a preview has its own origin and no network in %s', async (host) => {
  for (const name of ['page', 'diagram', 'drawn-picture', 'drawn-diagram']) {
    const headers = (await previewDocument(name, host))?.headers
    expect(policyOf(headers)).toEqual(
      expect.arrayContaining([
        'sandbox allow-scripts',
        "default-src 'none'",
        "connect-src 'none'",
        "form-action 'none'",
      ]),
    )
    expect(policyOf(headers).join('; ')).not.toMatch(/https?:|wss?:|\*|unsafe-eval|allow-same-origin|popups|modals/)
    // the only means against WebRTC
    expect(headers).toMatchObject({ 'connection-allowlist': '()', 'x-dns-prefetch-control': 'off' })
  }
})

it('a preview is framed in the browser shell only by its own page', async () => {
  expect(policyOf((await previewDocument('page', 'browser'))?.headers)).toContain("frame-ancestors 'self'")
})

it('a diagram’s document runs only the library and its own script', async () => {
  const [one, other] = [await previewDocument('diagram', 'browser'), await previewDocument('diagram', 'browser')]
  const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(one?.headers['content-security-policy'] ?? '') ?? []
  expect(one?.body.split(`<script nonce="${nonce}">`)).toHaveLength(3)
  // the library stands in the document as it is, so it must not end its own element
  expect(one?.body.match(/<\/?script/g)).toHaveLength(4)
  expect(other?.headers['content-security-policy']).not.toBe(one?.headers['content-security-policy'])
})

it('a document that draws pictures for an answer runs only its own script', async () => {
  const served = await previewDocument('drawn-picture', 'browser')
  const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(served?.headers['content-security-policy'] ?? '') ?? []
  expect(served?.body.split(`<script nonce="${nonce}">`)).toHaveLength(2)
  expect(served?.body.match(/<\/?script/g)).toHaveLength(2)
})

it('unknown documents are refused', async () => {
  for (const name of ['', 'index.html', '../page', 'page/']) expect(await previewDocument(name, 'browser')).toBeNull()
})
