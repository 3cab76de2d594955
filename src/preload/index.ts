import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Bridge, BridgeFile } from '../shared/ipc/bridge.ts'

// The Electron side of window.bridge. Runs sandboxed and can require only electron, so the channel names are repeated
// here and in main/electron/ipc.ts (a test compares them).
const callChannel = 'atelier:call'
const importChannel = 'atelier:import'
const eventChannel = 'atelier:event'

/** Path of a file; '' for one made by a script or pasted. Throws for any other value than a File. */
function pathOf(file: BridgeFile): string {
  return file instanceof File ? webUtils.getPathForFile(file) : ''
}

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(callChannel, name, input),
  on(name, listener) {
    // only the payload reaches the page: the event would give it ipcRenderer
    const deliver = (_event: unknown, event: unknown, payload: unknown) => {
      if (event === name) listener(payload)
    }
    ipcRenderer.on(eventChannel, deliver)
    return () => {
      ipcRenderer.off(eventChannel, deliver)
    }
  },
  async importDropped(file) {
    const path = pathOf(file)
    const bytes = path === '' ? await file.arrayBuffer() : null
    return await ipcRenderer.invoke(importChannel, { name: file.name, path, bytes })
  },
  onConnection(listener) {
    listener(true)
    return () => undefined
  },
}

contextBridge.exposeInMainWorld('bridge', bridge)
