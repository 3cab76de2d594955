// Finds this computer's proxy for programs that read it only from their environment. Plain JavaScript for Node 20,
// because start.mjs imports it.

/**
 * What has to be added to the environment so that Node's own `fetch` uses the proxy of this computer. Empty where the
 * environment names one already, and where there is none. A SOCKS proxy is not named, as Node cannot use it.
 *
 * @param {{
 *   platform: NodeJS.Platform,
 *   environment: Readonly<Record<string, string | undefined>>,
 *   read: (program: string, words: readonly string[]) => string | null,
 * }} surroundings `read` gives what a program printed, or null where it failed.
 * @returns {Record<string, string>}
 */
export function proxyEnvironment({ platform, environment, read }) {
  const named = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].some((name) => environment[name])
  if (named) return {}
  const known =
    ofEnvironment(environment) ??
    (platform === 'darwin' ? ofMac(read) : platform === 'win32' ? ofWindows(read) : ofGnome(read))
  if (known === null) return {}
  const exceptions = environment.NO_PROXY ?? environment.no_proxy ?? known.exceptions.join(',')
  return {
    ...(known.https === null ? {} : { HTTPS_PROXY: known.https }),
    ...(known.http === null ? {} : { HTTP_PROXY: known.http }),
    ...(exceptions === '' ? {} : { NO_PROXY: exceptions }),
  }
}

/** @typedef {{ https: string | null, http: string | null, exceptions: string[] }} Known */

/**
 * npm's settings (`npm config set https-proxy`), and ALL_PROXY, which Node does not read.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Known | null}
 */
function ofEnvironment(environment) {
  const all = usable(environment.ALL_PROXY ?? environment.all_proxy)
  const https = usable(environment.npm_config_https_proxy) ?? usable(environment.npm_config_proxy) ?? all
  const http = usable(environment.npm_config_proxy) ?? all
  return https === null && http === null ? null : { https, http, exceptions: listed(environment.npm_config_noproxy) }
}

/**
 * `scutil --proxy`: lines such as `HTTPSProxy : 127.0.0.1`.
 * @param {(program: string, words: readonly string[]) => string | null} read
 * @returns {Known | null}
 */
function ofMac(read) {
  const text = read('scutil', ['--proxy']) ?? ''
  const value = (/** @type {string} */ name) => new RegExp(`^\\s*${name} : (.+?)\\s*$`, 'm').exec(text)?.[1] ?? ''
  const of = (/** @type {string} */ kind) =>
    value(`${kind}Enable`) === '1' ? address(value(`${kind}Proxy`), value(`${kind}Port`)) : null
  const exceptions = [...text.matchAll(/^\s*\d+ : (.+?)\s*$/gm)].map((found) => found[1] ?? '')
  return found(of('HTTPS'), of('HTTP'), exceptions)
}

/**
 * The registry: `ProxyServer` is `host:port` for everything, or `http=host:port;https=host:port`.
 * @param {(program: string, words: readonly string[]) => string | null} read
 * @returns {Known | null}
 */
function ofWindows(read) {
  const key = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'
  const text = read('reg', ['query', key]) ?? ''
  const value = (/** @type {string} */ name) =>
    new RegExp(`^\\s*${name}\\s+REG_\\w+\\s+(.+?)\\s*$`, 'm').exec(text)?.[1] ?? ''
  if (Number(value('ProxyEnable') || 0) !== 1) return null
  const parts = value('ProxyServer').split(';')
  const whole = parts.find((part) => part !== '' && !part.includes('='))
  const of = (/** @type {string} */ kind) =>
    usable(parts.find((part) => part.startsWith(`${kind}=`))?.slice(kind.length + 1) ?? whole)
  const exceptions = value('ProxyOverride')
    .split(';')
    .filter((name) => name !== '' && name !== '<local>')
  return found(of('https'), of('http'), exceptions)
}

/**
 * GNOME's settings, which other desktops keep too; values are printed in quotes.
 * @param {(program: string, words: readonly string[]) => string | null} read
 * @returns {Known | null}
 */
function ofGnome(read) {
  const schema = 'org.gnome.system.proxy'
  const value = (/** @type {readonly string[]} */ ...words) =>
    (read('gsettings', ['get', ...words]) ?? '').trim().replace(/^'(.*)'$/, '$1')
  if (value(schema, 'mode') !== 'manual') return null
  const of = (/** @type {string} */ kind) =>
    address(value(`${schema}.${kind}`, 'host'), value(`${schema}.${kind}`, 'port'))
  const exceptions = [...value(schema, 'ignore-hosts').matchAll(/'([^']+)'/g)].map((name) => name[1] ?? '')
  return found(of('https'), of('http'), exceptions)
}

/**
 * @param {string | null} https
 * @param {string | null} http
 * @param {string[]} exceptions
 * @returns {Known | null}
 */
function found(https, http, exceptions) {
  return https === null && http === null ? null : { https, http, exceptions }
}

/**
 * @param {string} host
 * @param {string} port
 */
function address(host, port) {
  return host === '' || !/^\d{1,5}$/.test(port) || port === '0' ? null : usable(`${host}:${port}`)
}

/**
 * An address that Node can use: `http:` or `https:`; a bare `host:port` is `http:`.
 * @param {string | undefined} text
 */
function usable(text) {
  if (text === undefined || text === '' || text === 'null') return null
  const whole = text.includes('://') ? text : `http://${text}`
  return URL.canParse(whole) && /^https?:$/.test(new URL(whole).protocol) ? whole : null
}

/** @param {string | undefined} text */
function listed(text) {
  return (text ?? '').split(',').filter((name) => name !== '')
}
