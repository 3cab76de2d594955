import { expect, it } from 'vitest'
import { contentSecurityPolicy, securityHeaders } from '../../../src/main/security/csp.ts'

it('the policy is exactly this in Electron (security checklist, item 7)', () => {
  expect(contentSecurityPolicy('electron')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' media: data:; " +
      "media-src media: blob:; connect-src media:; object-src 'none'; frame-src preview:; worker-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default",
  )
})

it('the policy differs in the browser shell only in media, bridge, uploads and previews', () => {
  expect(contentSecurityPolicy('browser')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
      "media-src 'self' blob:; connect-src 'self'; object-src 'none'; frame-src 'self'; worker-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default",
  )
})

it.each(['electron', 'browser'] as const)('the policy loads nothing from outside in %s', (host) => {
  const policy = contentSecurityPolicy(host)
  expect(policy).not.toMatch(/unsafe|https?:|\*|wss?:/)
  expect(securityHeaders(host)).toMatchObject({
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  })
})

it.each(['electron', 'browser'] as const)(
  'the policy allows the microphone only for the page itself in %s, and never a camera',
  (host) => {
    expect(securityHeaders(host)['permissions-policy']).toBe(
      'camera=(), microphone=(self), geolocation=(), usb=(), serial=(), hid=(), payment=()',
    )
  },
)
