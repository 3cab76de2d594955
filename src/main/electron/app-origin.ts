/** Scheme and host of the page. The scheme is `standard` and `secure`, see before-ready.ts. */
export const appScheme = 'app'
export const appHost = 'bundle'
export const appUrl = `${appScheme}://${appHost}/index.html`

export const mediaScheme = 'media'
export const mediaHost = 'library'
export const mediaBase = `${mediaScheme}://${mediaHost}/`

/**
 * Whether a URL is the page's own. Compares scheme and host, not `origin`: Node reports the origin of every `app:` URL
 * as 'null'.
 */
export function isAppUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === `${appScheme}:` && url.host === appHost && url.username === '' && url.password === ''
}
