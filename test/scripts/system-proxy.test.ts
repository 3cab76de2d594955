import { describe, expect, test } from 'vitest'
import { proxyEnvironment } from '../../scripts/system-proxy.mjs'

/** Programs by command, with their output. */
function printing(outputs: Readonly<Record<string, string>>) {
  return (program: string, words: readonly string[]): string | null => outputs[[program, ...words].join(' ')] ?? null
}
const silent = printing({})
const key = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'

describe('the proxy of this computer', () => {
  test('the proxy is the one of the environment, and no other is looked up then', () => {
    const read = (): string => {
      throw new Error('asked')
    }
    for (const name of ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'])
      expect(proxyEnvironment({ platform: 'darwin', environment: { [name]: 'http://p:1' }, read })).toEqual({})
  })

  test('the proxy may come from npm’s settings or ALL_PROXY, which Node does not read', () => {
    const of = (environment: Record<string, string>) =>
      proxyEnvironment({ platform: 'linux', environment, read: silent })
    expect(of({ npm_config_https_proxy: 'http://p:1', npm_config_noproxy: 'a.example,b.example' })).toEqual({
      HTTPS_PROXY: 'http://p:1',
      NO_PROXY: 'a.example,b.example',
    })
    expect(of({ npm_config_proxy: 'http://p:2' })).toEqual({ HTTPS_PROXY: 'http://p:2', HTTP_PROXY: 'http://p:2' })
    expect(of({ ALL_PROXY: 'http://p:3' })).toEqual({ HTTPS_PROXY: 'http://p:3', HTTP_PROXY: 'http://p:3' })
    expect(of({ ALL_PROXY: 'socks5://p:4' })).toEqual({})
    expect(of({ npm_config_proxy: 'null', npm_config_https_proxy: '' })).toEqual({})
  })

  test('the proxy is read from macOS', () => {
    const read = printing({
      'scutil --proxy': `<dictionary> {
  ExceptionsList : <array> {
    0 : *.local
    1 : 192.168.0.0/16
  }
  HTTPEnable : 0
  HTTPPort : 7890
  HTTPProxy : 127.0.0.1
  HTTPSEnable : 1
  HTTPSPort : 7890
  HTTPSProxy : 127.0.0.1
  SOCKSEnable : 1
}
`,
    })
    expect(proxyEnvironment({ platform: 'darwin', environment: {}, read })).toEqual({
      HTTPS_PROXY: 'http://127.0.0.1:7890',
      NO_PROXY: '*.local,192.168.0.0/16',
    })
  })

  test.each([
    [
      'one for everything',
      '127.0.0.1:7890',
      { HTTPS_PROXY: 'http://127.0.0.1:7890', HTTP_PROXY: 'http://127.0.0.1:7890' },
    ],
    ['one a scheme', 'http=a:1;https=b:2;socks=c:3', { HTTPS_PROXY: 'http://b:2', HTTP_PROXY: 'http://a:1' }],
    ['SOCKS alone', 'socks=c:3', {}],
  ])('the proxy is read from Windows: %s', (_name, server, expected) => {
    const read = printing({
      [`reg query ${key}`]: `\r\n${key}\r\n    ProxyEnable    REG_DWORD    0x1\r\n    ProxyServer    REG_SZ    ${server}\r\n    ProxyOverride    REG_SZ    <local>\r\n`,
    })
    expect(proxyEnvironment({ platform: 'win32', environment: {}, read })).toEqual(expected)
  })

  test('a stored but disabled proxy of Windows is ignored', () => {
    const read = printing({
      [`reg query ${key}`]: `    ProxyEnable    REG_DWORD    0x0\r\n    ProxyServer    REG_SZ    127.0.0.1:7890\r\n`,
    })
    expect(proxyEnvironment({ platform: 'win32', environment: {}, read })).toEqual({})
  })

  test('the proxy is read from GNOME if it was set by hand', () => {
    const settings = {
      'gsettings get org.gnome.system.proxy mode': "'manual'\n",
      'gsettings get org.gnome.system.proxy ignore-hosts': "['localhost', '127.0.0.0/8']\n",
      'gsettings get org.gnome.system.proxy.https host': "'127.0.0.1'\n",
      'gsettings get org.gnome.system.proxy.https port': '7890\n',
      'gsettings get org.gnome.system.proxy.http host': "''\n",
      'gsettings get org.gnome.system.proxy.http port': '0\n',
    }
    const of = (outputs: Record<string, string>) =>
      proxyEnvironment({ platform: 'linux', environment: {}, read: printing(outputs) })
    expect(of(settings)).toEqual({ HTTPS_PROXY: 'http://127.0.0.1:7890', NO_PROXY: 'localhost,127.0.0.0/8' })
    expect(of({ ...settings, 'gsettings get org.gnome.system.proxy mode': "'none'\n" })).toEqual({})
    expect(of({})).toEqual({})
  })
})
