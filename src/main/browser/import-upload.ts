import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppFailure, appError } from '../../shared/errors.ts'
import { ok, type Result, refused } from '../../shared/ipc/result.ts'
import { storageFailure } from '../data-folder.ts'
import type { ImportedFile } from '../media/imports.ts'
import { OwnFiles, uuidName } from '../storage/own-files.ts'
import { fileNameHeader, uploadMaxBytes } from './bridge-frames.ts'

/** Returns the folder for uploads until they are used, inside the data folder. */
export function uploadFolder(data: string): string {
  return join(data, 'incoming')
}

/** Removes uploads left by an earlier run. Only the process that holds the data folder may call it. */
export function clearUploads(data: string): void {
  ownUploads(data).clear()
}

function ownUploads(data: string): OwnFiles {
  return new OwnFiles(uploadFolder(data), uuidName)
}

/**
 * Streams a request body into a temporary file and describes it.
 * Refuses with `file_too_large`, `storage_full`, `storage_read_only` or `connection_lost`; then no file remains.
 */
export async function receiveUpload(
  request: IncomingMessage,
  data: string,
  maxBytes: number = uploadMaxBytes,
): Promise<Result<ImportedFile>> {
  const name = uploadName(request.headers[fileNameHeader])
  if (name === null) return refused(appError('invalid_input', 'the upload carries no file name'))
  const tooLarge = new AppFailure(appError('file_too_large', `the upload is larger than ${maxBytes} bytes`))
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refused(tooLarge.error)
  let path: string | null = null
  try {
    path = ownUploads(data).newFile(randomUUID())
    await pipeline(request, cap(maxBytes, tooLarge), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return ok({ path, name, temporary: true })
  } catch (cause) {
    // if this fails too, there is nothing to remove
    if (path !== null) await rm(path, { force: true }).catch(() => undefined)
    if (cause instanceof AppFailure) return refused(cause.error)
    // the page disconnected during the upload
    if (request.destroyed && !request.complete) {
      return refused(appError('connection_lost', 'the upload stopped before its end'))
    }
    return refused(storageFailure(cause, 'the upload').error)
  }
}

function cap(maxBytes: number, tooLarge: AppFailure): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(tooLarge)
      else done(null, chunk)
    },
  })
}

/** Returns the last path segment of the name from the page; used only for display and for its extension. */
function uploadName(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || header === '' || header.length > 3000) return null
  try {
    const name = basename(decodeURIComponent(header).replaceAll('\\', '/'))
      .replace(/\p{Cc}/gu, '')
      .slice(0, 255)
    return name === '' ? null : name
  } catch {
    return null
  }
}
