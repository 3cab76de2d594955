import { createContext, runInContext } from 'node:vm'
import { build } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import { callChannel, eventChannel, importChannel } from '../../src/main/electron/ipc.ts'
import type { Bridge } from '../../src/shared/ipc/bridge.ts'

// The preload is built as electron.vite.config.ts does, and run with a small replacement of electron, as a sandboxed
// preload's `require` returns it.

let code = ''
beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      ssr: true,
      rollupOptions: { input: 'src/preload/index.ts', external: ['electron'], output: { format: 'cjs' } },
    },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('not one output')
  expect(built.output).toHaveLength(1)
  code = built.output[0].code
})

type Listener = (event: unknown, ...words: unknown[]) => void

function load(paths: (file: File) => string = () => '') {
  const exposed = new Map<string, Bridge>()
  const listeners = new Map<string, Set<Listener>>()
  const invoked: unknown[][] = []
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, bridge: Bridge) => exposed.set(name, bridge) },
    ipcRenderer: {
      async invoke(...words: unknown[]) {
        invoked.push(words)
        return { ok: true, value: { token: 't' } }
      },
      on(channel: string, listener: Listener) {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
      },
      off(channel: string, listener: Listener) {
        listeners.get(channel)?.delete(listener)
      },
    },
    webUtils: { getPathForFile: paths },
  }
  const required: string[] = []
  const require = (name: string) => {
    required.push(name)
    return electron
  }
  runInContext(code, createContext({ require, File, exports: {}, module: { exports: {} } }))
  const bridge = exposed.get('bridge')
  if (bridge === undefined) throw new Error('nothing exposed')
  const send = (...words: unknown[]) => {
    for (const listener of listeners.get(eventChannel) ?? []) listener({ sender: 'ipcRenderer' }, ...words)
  }
  return { bridge, exposed, invoked, required, send, listening: () => listeners.get(eventChannel)?.size ?? 0 }
}

it('requires only electron, and exposes one name with four functions', () => {
  const { required, exposed, bridge } = load()
  expect(required).toEqual(['electron'])
  expect(code.match(/require\([^)]*\)/g)).toEqual(['require("electron")'])
  expect([...exposed.keys()]).toEqual(['bridge'])
  expect(Object.keys(bridge).sort()).toEqual(['call', 'importDropped', 'on', 'onConnection'])
  expect(Object.values(bridge).every((value) => typeof value === 'function')).toBe(true)
})

it('every call uses one channel', async () => {
  const { bridge, invoked } = load()
  await bridge.call('chat.list', { query: '' })
  await bridge.call('../other-channel', null)
  expect(invoked).toEqual([
    [callChannel, 'chat.list', { query: '' }],
    [callChannel, '../other-channel', null],
  ])
})

it('listeners get the payload and never the event, until the undo', () => {
  const { bridge, send, listening } = load()
  const heard: unknown[][] = []
  const undo = bridge.on('chat.delta', (...words) => heard.push(words))
  send('chat.delta', { t: 'x' })
  send('chat.status', { t: 'y' })
  expect(heard).toEqual([[{ t: 'x' }]])
  undo()
  send('chat.delta', { t: 'z' })
  expect([heard.length, listening()]).toEqual([1, 0])
})

it('sends a file by its path if it has one, and hides the path from the page', async () => {
  const { bridge, invoked } = load((file) => `/home/a/${file.name}`)
  const answer = await bridge.importDropped(new File(['x'], 'a.png'))
  expect(invoked).toEqual([[importChannel, { name: 'a.png', path: '/home/a/a.png', bytes: null }]])
  expect(JSON.stringify(answer)).not.toContain('/home')
})

it('sends the bytes of a file without a path: pasted, or made by a script', async () => {
  const { bridge, invoked } = load()
  await bridge.importDropped(new File(['abc'], 'pasted.png'))
  await bridge.importDropped({ name: 'b', size: 1, type: '', arrayBuffer: async () => new Uint8Array([1]).buffer })
  expect(invoked.map(([, sent]) => sent)).toEqual([
    { name: 'pasted.png', path: '', bytes: new TextEncoder().encode('abc').buffer },
    { name: 'b', path: '', bytes: new Uint8Array([1]).buffer },
  ])
})

it('the desktop bridge is always connected', () => {
  const heard: boolean[] = []
  load().bridge.onConnection((connected) => heard.push(connected))()
  expect(heard).toEqual([true])
})
