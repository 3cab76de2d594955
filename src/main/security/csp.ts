export type PageHost = 'electron' | 'browser'

/**
 * The content security policy of the page. Nothing is allowed that is not named: no remote script, style, font or
 * picture, so a picture in a model's Markdown cannot carry text out either.
 *
 * The page has one worker, its own: colours of code are found there, off the thread that streams. The one trusted types
 * policy that may exist lets its address through and nothing else.
 *
 * - Electron: media comes over its own scheme, and the page can ask nothing else; it has no network at all.
 * - Browser shell: media, the bridge's WebSocket and uploads are the page's own origin.
 */
export function contentSecurityPolicy(host: PageHost): string {
  const browser = host === 'browser'
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    browser ? "img-src 'self' data:" : "img-src 'self' media: data:",
    browser ? "media-src 'self' blob:" : 'media-src media: blob:',
    browser ? "connect-src 'self'" : 'connect-src media:',
    "object-src 'none'",
    "frame-src 'none'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}

/** The policy and its companions, for every page and every asset either shell serves. */
export function securityHeaders(host: PageHost): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(host),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(self), geolocation=(), usb=(), serial=(), hid=(), payment=()',
  }
}
