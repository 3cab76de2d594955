export type PageHost = 'electron' | 'browser'

/**
 * Returns the content security policy of the page. Anything not listed is refused: no remote script, style, font or
 * picture, so a picture in a model's Markdown cannot leak text either.
 *
 * The page has one worker, which highlights code off the streaming thread. The only allowed trusted types policy
 * accepts that worker's address and nothing else.
 *
 * - Electron: media has its own scheme; the page has no network at all.
 * - Browser shell: media, the bridge's WebSocket and uploads share the page's origin.
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
    // only previews; every other document of the shells refuses to be framed
    browser ? "frame-src 'self'" : 'frame-src preview:',
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}

/** Returns the policy and related headers, for every page and asset in either shell. */
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
