/** Scheme and host of the page. The scheme is `standard` and `secure`, see before-ready.ts. */
export const appScheme = 'app'
export const appHost = 'bundle'
export const appUrl = `${appScheme}://${appHost}/index.html`

export const mediaScheme = 'media'
export const mediaHost = 'library'
export const mediaBase = `${mediaScheme}://${mediaHost}/`

/** Scheme and host of the frame that shows previews. */
export const previewScheme = 'preview'
export const previewHost = 'frame'

/** Returns the name of the preview document at a URL; null for any other URL. */
export function previewName(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { host, password, pathname, protocol, search, username } = new URL(text)
  const isOurs = protocol === `${previewScheme}:` && host === previewHost && `${username}${password}${search}` === ''
  const name = pathname.slice(1)
  return isOurs && (name === 'page' || name === 'diagram') ? name : null
}

/**
 * Returns true if a URL is the page's own. Compares scheme and host, not `origin`: Node reports the origin of every
 * `app:` URL as 'null'.
 */
export function isAppUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === `${appScheme}:` && url.host === appHost && url.username === '' && url.password === ''
}
