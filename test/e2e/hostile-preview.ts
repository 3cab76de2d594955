import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer, type Socket } from 'node:net'

/** A server on this computer that a preview tries to reach. It notes whatever arrives. */
export interface Listener {
  readonly html: string
  /** What has arrived: paths of requests, `tcp` and `udp`. */
  readonly arrived: readonly string[]
  /** The page that tries, served as any page of the web. */
  readonly address: string
  close(): Promise<void>
}

/** Attempts that answer by a value or an error. The rest shows at the listener alone. */
export const asked = [
  'beacon',
  'cache',
  'camera',
  'clipboard read',
  'clipboard write',
  'confirm',
  'cookie',
  'database',
  'evaluate',
  'fetch',
  'frame of the page',
  'full screen',
  'import',
  'local storage',
  'notification',
  'opened window',
  'origin',
  'own files',
  'parent',
  'place',
  'service worker',
  'session storage',
  'shared worker',
  'top',
  'top navigation',
  'worker',
] as const
export type Asked = (typeof asked)[number]

/** Opens a listener and writes a page that tries everything against it. */
export async function openListener(): Promise<Listener> {
  const arrived: string[] = []
  let html = ''
  const web = createServer(({ url = '' }, response) => {
    if (url === '/page') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(html)
      return
    }
    if (url !== '/favicon.ico') arrived.push(url)
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' }).end()
  })
  const sockets = new Set<Socket>()
  const raw = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    arrived.push('tcp')
  })
  const datagrams = createSocket('udp4').on('message', () => arrived.push('udp'))
  const listening = (of: { listen(port: number, host: string, done: () => void): unknown }) =>
    new Promise<void>((resolve) => of.listen(0, '127.0.0.1', resolve))
  await Promise.all([
    listening(web),
    listening(raw),
    new Promise<void>((resolve) => datagrams.bind(0, '127.0.0.1', resolve)),
  ])
  const portOf = (address: string | AddressInfo | null) => (typeof address === 'object' ? (address?.port ?? 0) : 0)
  const [port, tcp, udp] = [portOf(web.address()), portOf(raw.address()), datagrams.address().port]
  const origin = `http://127.0.0.1:${port}`
  html = hostilePage(origin, `127.0.0.1:${tcp}`, `127.0.0.1:${udp}`)
  return {
    html,
    arrived,
    address: `${origin}/page`,
    async close() {
      for (const socket of sockets) socket.destroy()
      web.closeAllConnections()
      await Promise.all([
        new Promise((resolve) => web.close(resolve)),
        new Promise((resolve) => raw.close(resolve)),
        new Promise<void>((resolve) => datagrams.close(resolve)),
      ])
    },
  }
}

function hostilePage(origin: string, turn: string, stun: string): string {
  return `<!doctype html><html lang="en"><head><title>Hostile page</title>
<meta http-equiv="x-dns-prefetch-control" content="on">
<link rel="preconnect" href="http://${turn}/">
<link rel="prefetch" href="${origin}/prefetch">
<link rel="preload" as="image" href="${origin}/preload">
<link rel="modulepreload" href="${origin}/modulepreload">
<link rel="stylesheet" href="${origin}/stylesheet">
<link rel="manifest" href="${origin}/manifest">
<link rel="icon" href="${origin}/icon">
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${origin}/speculation"]}]}</script>
<style>@import "${origin}/css-import"; @font-face { font-family: x; src: url(${origin}/font) }
body { font-family: x; background: url(${origin}/background) }</style>
<script src="${origin}/script"></script></head><body>
<img src="${origin}/img"><video src="${origin}/video" poster="${origin}/poster"></video>
<iframe src="${origin}/iframe"></iframe><object data="${origin}/object"></object><embed src="${origin}/embed">
<iframe srcdoc="<img src=${origin}/nested><script>fetch('${origin}/nested-fetch').catch(() => 0)</script>"></iframe>
<svg><image href="${origin}/svg-image"/></svg>
<a id="link" href="${origin}/link" ping="${origin}/ping">link</a>
<a id="popup" href="${origin}/popup" target="_blank">window</a>
<pre id="outcome"></pre>
<script>
const outcome = {}
const soon = new Promise((resolve) => setTimeout(resolve, 4000, 'silence'))
const attempt = async (name, run) => {
  try { outcome[name] = 'ok ' + await Promise.race([run(), soon]) } catch (cause) { outcome[name] = cause.name }
}
const peer = async () => {
  const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${stun}' },
    { urls: 'turn:${turn}?transport=tcp', username: 'a', credential: 'b' }] })
  connection.createDataChannel('x')
  const gathered = new Promise((resolve) => { connection.onicegatheringstatechange = () =>
    connection.iceGatheringState === 'complete' && resolve('gathered') })
  await connection.setLocalDescription()
  return gathered
}
const follow = (link) => { document.body.append(link); link.click(); link.remove() }
const all = [
  attempt('fetch', () => fetch('${origin}/fetch', { mode: 'no-cors' })),
  attempt('request', () => new Promise((resolve) => { const request = new XMLHttpRequest()
    request.onloadend = resolve; request.open('GET', '${origin}/xhr'); request.send() })),
  attempt('beacon', () => navigator.sendBeacon('${origin}/beacon', 'x')),
  attempt('socket', () => { new WebSocket('${origin.replace('http', 'ws')}/socket') }),
  attempt('events', () => { new EventSource('${origin}/events') }),
  attempt('import', () => import('${origin}/module.js')),
  attempt('worker', () => new Promise((resolve, reject) => {
    const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))
    worker.onmessage = () => resolve('runs'); worker.onerror = () => reject({ name: 'SecurityError' }) })),
  attempt('shared worker', () => { new SharedWorker('/worker.js') }),
  attempt('service worker', () => navigator.serviceWorker.register('/worker.js')),
  attempt('local storage', () => localStorage.setItem('a', 'b')),
  attempt('session storage', () => sessionStorage.setItem('a', 'b')),
  attempt('cookie', () => { document.cookie = 'a=b'; return document.cookie }),
  attempt('database', () => new Promise((resolve, reject) => { const opened = indexedDB.open('x')
    opened.onsuccess = resolve; opened.onerror = () => reject(opened.error) })),
  attempt('cache', () => caches.open('x')),
  attempt('own files', () => navigator.storage.getDirectory()),
  attempt('origin', () => origin),
  attempt('parent', () => parent.document.title),
  attempt('frame of the page', () => parent.frameElement ?? frameElement.title),
  attempt('top', () => top.document.title),
  attempt('place', () => parent.location.href),
  attempt('opened window', () => window.open('${origin}/open')),
  attempt('confirm', () => confirm('x')),
  attempt('clipboard read', () => navigator.clipboard.readText()),
  attempt('clipboard write', () => navigator.clipboard.writeText('stolen')),
  attempt('camera', () => navigator.mediaDevices.getUserMedia({ video: true, audio: true })),
  attempt('notification', () => Notification.requestPermission()),
  attempt('full screen', () => document.documentElement.requestFullscreen()),
  attempt('evaluate', () => eval('1 + 1')),
  attempt('peer', peer),
  attempt('form', () => { const form = document.createElement('form'); form.action = '${origin}/form'
    form.target = 'nowhere'; document.body.append(form); form.submit() }),
  attempt('download', () => follow(Object.assign(document.createElement('a'),
    { href: URL.createObjectURL(new Blob(['x'])), download: 'x.txt' }))),
]
alert('x')
print()
Promise.all(all).then(() => attempt('top navigation', () => { top.location = '${origin}/top' })).then(() => { document.getElementById('outcome').textContent = JSON.stringify(outcome) })
</script></body></html>`
}
