import type { Bridge, BridgeFile } from '../../shared/ipc/bridge.ts'
import type { Result } from '../../shared/ipc/result.ts'
import {
  bridgePath,
  bridgeProtocol,
  fileNameHeader,
  importPath,
  secretHeader,
  signedOutPath,
  uploadMaxBytes,
} from './bridge-frames.ts'
import { connectPage, isResult, type PageSocket, refusal } from './page-connection.ts'
import { pageSecret, renewSession } from './page-session.ts'

// Counterpart of src/preload/index.ts for the browser shell: runs before the app's own script and puts the same
// contract on window.bridge. Built as one classic script, served as /page-bridge.js. On the sign-in page it continues
// to the app if only the cookie is missing.

const secret = pageSecret({ location, history, storage: localStorage })
/** True if this page was ever connected; then it may hold unsaved text and must not be replaced. */
let wasOpen = false

const createBridge = (): Bridge => ({
  ...connectPage({
    openSocket: () => {
      const socket = new WebSocket(`ws://${location.host}${bridgePath}`, [bridgeProtocol, ...(secret ? [secret] : [])])
      const adapted: PageSocket = {
        isOpen: () => socket.readyState === WebSocket.OPEN,
        send: (text) => socket.send(text),
        onopen: null,
        onmessage: null,
        onclose: null,
      }
      socket.addEventListener('open', () => {
        wasOpen = true
        adapted.onopen?.()
      })
      socket.addEventListener('message', (event) => adapted.onmessage?.({ data: event.data }))
      socket.addEventListener('close', (event) => {
        adapted.onclose?.({ code: event.code })
        if (!wasOpen) void leaveWithoutSession()
      })
      return adapted
    },
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    reload: () => location.reload(),
  }),
  importDropped,
})

async function leaveWithoutSession(): Promise<void> {
  if ((await renewSession(fetch, secret)) === false) location.replace(signedOutPath)
}

async function importDropped(file: BridgeFile): Promise<Result<{ readonly token: string }>> {
  // refuses before gigabytes are sent in vain
  if (file instanceof Blob && file.size > uploadMaxBytes)
    return refusal('file_too_large', `${file.size} bytes, of at most ${uploadMaxBytes}`)
  try {
    const response = await fetch(importPath, {
      method: 'POST',
      headers: {
        ...(secret ? { [secretHeader]: secret } : {}),
        [fileNameHeader]: encodeURIComponent(file.name.toWellFormed()),
        'content-type': 'application/octet-stream',
      },
      // the browser streams a File from disk and never holds it whole in memory
      body: file instanceof Blob ? file : await file.arrayBuffer(),
    })
    const answer: unknown = await response.json()
    if (!isResult(answer)) return refusal('internal', 'the upload was not answered as expected')
    if (!answer.ok) return answer
    const { value } = answer
    if (typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string') {
      return { ok: true, value: { token: value.token } }
    }
    return refusal('internal', 'the upload was not answered as expected')
  } catch (cause) {
    if (!(await isReadable(file))) return refusal('file_refused', 'the file was changed or removed while it was read')
    return refusal('connection_lost', `the file could not be handed over: ${String(cause)}`)
  }
}

/** Resolves to true if a file is unchanged since it was chosen; a browser cannot read a changed one. */
async function isReadable(file: BridgeFile): Promise<boolean> {
  if (!(file instanceof Blob)) return true
  return await file
    .slice(0, 1)
    .arrayBuffer()
    .then(() => true)
    .catch(() => false)
}

if (document.currentScript?.hasAttribute('data-signed-out')) {
  void renewSession(fetch, secret).then((isRenewed) => {
    if (isRenewed) location.replace('/')
  })
} else Object.defineProperty(window, 'bridge', { value: Object.freeze(createBridge()), enumerable: true })
