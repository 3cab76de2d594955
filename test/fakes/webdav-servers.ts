import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { v2 as webdav } from 'webdav-server'

/** A WebDAV server on loopback with one user. */
export interface DavServer {
  /** Address of its folder; ends with a slash. */
  readonly address: string
  readonly origin: string
  /** Where its files are on this computer. */
  readonly folder: string
  readonly user: string
  readonly password: string
  close(): Promise<void>
}

/** Names and passwords are UTF-8 (RFC 7617); npm's server understands only ASCII and no second colon. */
const strictUser = { user: '梅 mei', password: 'pässwort: 一壶' } as const
const looseUser = { user: 'mei', password: 'a-long-password' } as const

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** npm `webdav-server`: keeps the half of a cut upload, sends no ETag, names itself in absolute hrefs. */
export async function startLooseDav(): Promise<DavServer> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-dav-'))
  const users = new webdav.SimpleUserManager()
  const user = users.addUser(looseUser.user, looseUser.password, false)
  const privilegeManager = new webdav.SimplePathPrivilegeManager()
  privilegeManager.setRights(user, '/', ['all'])
  const port = await freePort()
  const server = new webdav.WebDAVServer({
    hostname: '127.0.0.1',
    port,
    requireAuthentification: true,
    httpAuthentication: new webdav.HTTPBasicAuthentication(users, 'atelier'),
    privilegeManager,
  })
  await server.setFileSystemAsync('/dav', new webdav.PhysicalFileSystem(folder))
  await server.startAsync(port)
  return {
    origin: `http://127.0.0.1:${port}`,
    address: `http://127.0.0.1:${port}/dav/`,
    folder,
    ...looseUser,
    async close() {
      await server.stopAsync()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const apacheProgram = '/usr/sbin/apache2'
const apacheModules = '/usr/lib/apache2/modules'

/** Whether Apache with mod_dav is installed (Debian: `apache2-bin`). */
export const hasApache = existsSync(apacheProgram) && existsSync(join(apacheModules, 'mod_dav_fs.so'))

/**
 * Apache's mod_dav: strict about parents, conditions and lengths. `bodyMax` refuses larger uploads with 413; `folder`
 * can be a small disk, which answers 507.
 */
export async function startApacheDav({
  bodyMax = 0,
  folder = null,
}: {
  readonly bodyMax?: number
  readonly folder?: string | null
} = {}): Promise<DavServer> {
  const home = mkdtempSync(join(tmpdir(), 'atelier-apache-'))
  const files = folder ?? join(home, 'files')
  mkdirSync(files, { recursive: true })
  mkdirSync(join(home, 'state'))
  // Apache gives up root's rights
  for (const path of [home, files, join(home, 'state')]) chmodSync(path, 0o777)
  const hash = createHash('sha1').update(strictUser.password).digest('base64')
  writeFileSync(join(home, 'users'), `${strictUser.user}:{SHA}${hash}\n`)
  const port = await freePort()
  const modules = ['mpm_event', 'dav', 'dav_fs', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic']
  const lines = [
    ...modules.map((name) => `LoadModule ${name}_module ${apacheModules}/mod_${name}.so`),
    'ServerName 127.0.0.1',
    `Listen 127.0.0.1:${port}`,
    `PidFile ${home}/state/pid`,
    `Mutex file:${home}/state`,
    `ErrorLog ${home}/state/error.log`,
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    `DocumentRoot ${home}`,
    `DavLockDB ${home}/state/locks`,
    `Alias /dav ${files}`,
    '<Location /dav>',
    '  Dav On',
    '  AuthType Basic',
    '  AuthName atelier',
    `  AuthUserFile ${home}/users`,
    '  Require valid-user',
    `  LimitRequestBody ${bodyMax}`,
    '</Location>',
  ]
  lines.splice(modules.length, 0, `LoadModule alias_module ${apacheModules}/mod_alias.so`)
  writeFileSync(join(home, 'apache.conf'), `${lines.join('\n')}\n`)
  const child = spawn(apacheProgram, ['-f', join(home, 'apache.conf'), '-DFOREGROUND'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (data) => {
    said += String(data)
  })
  await listening(child, port, () => said)
  return {
    origin: `http://127.0.0.1:${port}`,
    address: `http://127.0.0.1:${port}/dav/`,
    folder: files,
    ...strictUser,
    async close() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const nginxProgram = '/usr/sbin/nginx'
const nginxModule = '/usr/lib/nginx/modules/ngx_http_dav_ext_module.so'

/** Whether nginx with PROPFIND is installed (Debian: `nginx`, `libnginx-mod-http-dav-ext`). */
export const hasNginx = existsSync(nginxProgram) && existsSync(nginxModule)

/** Starts nginx with the given `server` blocks. `files` is served; nginx gives up root's rights. */
async function startNginx(
  blocks: (home: string) => readonly string[],
  port: number,
): Promise<{ readonly files: string; readonly close: () => Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'atelier-nginx-'))
  const files = join(home, 'files')
  for (const path of [files, join(files, 'dav'), join(home, 'state')]) mkdirSync(path)
  for (const path of [home, files, join(files, 'dav'), join(home, 'state')]) chmodSync(path, 0o777)
  const hash = createHash('sha1').update(strictUser.password).digest('base64')
  writeFileSync(join(home, 'users'), `${strictUser.user}:{SHA}${hash}\n`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${home}/state/${name};`,
  )
  const lines = [
    `load_module ${nginxModule};`,
    'daemon off;',
    'worker_processes 1;',
    ...(process.getuid?.() === 0 ? ['user www-data;'] : []),
    `pid ${home}/state/pid;`,
    `error_log ${home}/state/error.log;`,
    'events {}',
    'http {',
    '  access_log off;',
    '  client_max_body_size 0;',
    ...temporary,
    ...blocks(home),
    '}',
  ]
  writeFileSync(join(home, 'nginx.conf'), `${lines.join('\n')}\n`)
  const child = spawn(nginxProgram, ['-c', join(home, 'nginx.conf'), '-p', home, '-e', `${home}/state/error.log`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (data) => {
    said += String(data)
  })
  await listening(child, port, () => said)
  return {
    files: join(files, 'dav'),
    async close() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/**
 * nginx with its modules for WebDAV: renames only within its own host, answers 409 above a missing folder. Without `moves` it
 * answers 405 to MOVE.
 */
export async function startNginxDav({ moves = true }: { readonly moves?: boolean } = {}): Promise<DavServer> {
  const port = await freePort()
  const blocks = (home: string): readonly string[] => [
    '  server {',
    `    listen 127.0.0.1:${port};`,
    `    root ${home}/files;`,
    '    location /dav/ {',
    `      dav_methods PUT DELETE MKCOL COPY${moves ? ' MOVE' : ''};`,
    '      dav_ext_methods PROPFIND OPTIONS;',
    '      auth_basic atelier;',
    `      auth_basic_user_file ${home}/users;`,
    '    }',
    '  }',
  ]
  const { close, files } = await startNginx(blocks, port)
  const origin = `http://127.0.0.1:${port}`
  return { origin, address: `${origin}/dav/`, folder: files, ...strictUser, close }
}

/** A server behind an nginx that changes the host of requests and keeps `Destination`, as many home servers have it. */
export async function startBehindNginx(start: () => Promise<DavServer>): Promise<DavServer> {
  const server = await start()
  const port = await freePort()
  const blocks = (): readonly string[] => [
    '  server {',
    `    listen 127.0.0.1:${port};`,
    `    location / { proxy_pass ${server.origin}; proxy_set_header Host backend; }`,
    '  }',
  ]
  const proxy = await startNginx(blocks, port)
  const origin = `http://127.0.0.1:${port}`
  return {
    ...server,
    origin,
    address: `${origin}/dav/`,
    async close() {
      await proxy.close()
      await server.close()
    },
  }
}

/** Waits until the program answers; a program has no other sign for it. */
async function listening(child: ChildProcess, port: number, said: () => string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${said()}`)
    const isThere = await fetch(`http://127.0.0.1:${port}/dav/`).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await setTimeout(50)
  }
  throw new Error('the server does not answer')
}
