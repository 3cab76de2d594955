import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { basename, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { appError } from '../../shared/errors.ts'
import { ok, type Result, refused } from '../../shared/ipc/result.ts'
import type { App } from '../application.ts'
import { storageFailure } from '../data-folder.ts'
import { OwnFiles, uuidName } from '../storage/own-files.ts'
import { isAppUrl } from './app-origin.ts'

// equal to the names in src/preload/index.ts, which cannot import; a test compares them
export const callChannel = 'atelier:call'
export const importChannel = 'atelier:import'
export const eventChannel = 'atelier:event'

/**
 * Largest pasted file, in bytes. Pasted files have no path and arrive as whole bytes; larger files are dropped or
 * chosen and have a path.
 */
export const pastedMaxBytes = 256 * 1024 ** 2

/** The part of an IPC event that identifies its sender. */
export interface Sender {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

/** The part of Electron's ipcMain that this module uses. */
export interface IpcHandling {
  handle(channel: string, listener: (event: Sender, ...words: unknown[]) => Promise<Result<unknown>>): void
  removeHandler(channel: string): void
}

const importSchema = z.strictObject({
  name: z.string().min(1).max(1000),
  path: z.string().max(32_768),
  bytes: z.instanceof(ArrayBuffer).nullable(),
})

/**
 * Answers calls of the page (Electron's security checklist, 17). Serves only the main frame of our own page; any other
 * sender gets a refusal instead of no answer. Returns the function that removes the handlers.
 */
export function handleIpc(ipc: IpcHandling, app: Pick<App, 'call' | 'importFile'>, data: string): () => void {
  ipc.handle(callChannel, async (event, name, input) =>
    isTrusted(event) ? await app.call(name, input) : refused(appError('forbidden', 'not the page')),
  )
  ipc.handle(importChannel, async (event, input) =>
    isTrusted(event) ? await importFile(app, data, input) : refused(appError('forbidden', 'not the page')),
  )
  return () => {
    ipc.removeHandler(callChannel)
    ipc.removeHandler(importChannel)
  }
}

/**
 * Returns true if a message comes from the main frame of our own page. A frame that has since been destroyed is null.
 */
export function isTrusted({ senderFrame }: Sender): boolean {
  return senderFrame !== null && senderFrame.parent === null && isAppUrl(senderFrame.url)
}

/** Returns the folder for pasted files until they are used. */
export function pasteFolder(data: string): string {
  return join(data, 'incoming')
}

/** Removes pasted files left by an earlier run. Only the process that holds the data folder may call it. */
export function clearPasted(data: string): void {
  ownPasted(data).clear()
}

function ownPasted(data: string): OwnFiles {
  return new OwnFiles(pasteFolder(data), uuidName)
}

async function importFile(app: Pick<App, 'importFile'>, data: string, input: unknown): Promise<Result<unknown>> {
  const parsed = importSchema.safeParse(input)
  if (!parsed.success) return refused(appError('invalid_input', 'not a file'))
  const { path, bytes } = parsed.data
  const name = basename(parsed.data.name.replaceAll('\\', '/')).replace(/\p{Cc}/gu, '')
  if (path !== '') {
    const found = isAbsolute(path) ? await stat(path).catch(() => null) : null
    if (found === null || !found.isFile()) return refused(appError('file_refused', 'not a file that can be read'))
    return ok({ token: app.importFile({ path, name, temporary: false }) })
  }
  if (bytes === null) return refused(appError('invalid_input', 'neither a path nor bytes'))
  if (bytes.byteLength > pastedMaxBytes) return refused(appError('too_large', `more than ${pastedMaxBytes} bytes`))
  let copy: string | null = null
  try {
    copy = ownPasted(data).newFile(randomUUID())
    await writeFile(copy, new Uint8Array(bytes), { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    // if this fails too, there is nothing to remove
    if (copy !== null) await rm(copy, { force: true }).catch(() => undefined)
    return refused(storageFailure(cause, 'the pasted file').error)
  }
  return ok({ token: app.importFile({ path: copy, name, temporary: true }) })
}
