import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type GatewayRequest, gatewayRequestSchema } from '../../../shared/gateway-request.ts'
import { requestsMax } from '../../../shared/request-limits.ts'
import type { Log } from '../../platform.ts'
import { OwnFiles } from '../../storage/own-files.ts'

/** Folder of the kept requests in the data folder. */
export const shelfName = 'requests'

/** Largest file that is read, in bytes: both texts with their escapes, and headers. */
const fileBytesMax = 8_000_000
/** Maximum number of files that are examined. */
const filesMax = requestsMax * 2
const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/
const ownName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.json(?:\.new)?$/

/**
 * The kept requests on disk, one file each. A request that the disk refuses is logged without its content and not
 * retried. Removes only files that it wrote.
 */
export class RequestShelf {
  private readonly folder: string
  private readonly own: OwnFiles
  private readonly log: Log
  /** Ids whose files are recorded as ours. */
  private readonly recorded = new Set<string>()
  /** Writes and removals, one after the other. */
  private work = Promise.resolve()
  /** Requests that wait to be written, by id: only the last of several states. */
  private readonly waiting = new Map<string, GatewayRequest>()
  /** Changes when everything is removed, so that a running write restores nothing. */
  private generation = 0

  constructor(dataFolder: string, log: Log) {
    this.folder = join(dataFolder, shelfName)
    this.own = new OwnFiles(this.folder, ownName)
    this.log = log
  }

  /** Writes a request, in place of its earlier state. */
  keepRequest(request: GatewayRequest): void {
    const isQueued = this.waiting.has(request.id)
    this.waiting.set(request.id, request)
    const { generation } = this
    if (!isQueued) this.queue(() => this.writeRequest(request.id, generation))
  }

  /** Removes a request. */
  drop(id: string): void {
    this.waiting.delete(id)
    this.queue(() => rm(this.path(id), { force: true }))
  }

  /** Removes all requests before it returns, so that no crash brings them back. */
  clear(): void {
    this.generation += 1
    this.waiting.clear()
    this.recorded.clear()
    try {
      this.own.removeFiles()
    } catch (cause) {
      this.logFailure(cause)
    }
    this.queue(async () => {
      // earlier versions did not record their files
      for (const name of await this.fileNames())
        if ((await this.readRequest(name)) !== null) await rm(join(this.folder, name), { force: true })
      // also the files that were written meanwhile
      this.own.clear()
    })
  }

  /**
   * Resolves to the requests of the last runs, oldest first. Own files that hold no request are removed. Never rejects.
   */
  async load(): Promise<readonly GatewayRequest[]> {
    const found: GatewayRequest[] = []
    this.queue(async () => {
      const { generation } = this
      const own = new Set(this.own.recordedNames())
      const adopted: string[] = []
      for (const name of (await this.fileNames()).slice(0, filesMax)) {
        const request = await this.readRequest(name)
        if (request !== null) found.push(request)
        else if (own.has(name)) await rm(join(this.folder, name), { force: true })
        // earlier versions did not record their files
        if (request !== null && !own.has(name)) adopted.push(name)
      }
      for (const name of adopted) this.own.adopt(name)
      this.own.forgetGone()
      for (const { id } of found) this.recorded.add(id)
      // requests that were cleared meanwhile stay cleared
      if (generation !== this.generation) found.splice(0)
    })
    await this.work
    return found.toSorted((one, other) => one.at - other.at)
  }

  /** Resolves when everything is written. */
  async settled(): Promise<void> {
    await this.work
  }

  private async writeRequest(id: string, generation: number): Promise<void> {
    const request = this.waiting.get(id)
    if (request === undefined || generation !== this.generation) return
    this.waiting.delete(id)
    if (!this.recorded.has(id)) {
      this.own.newFile(`${id}.json`)
      this.own.newFile(`${id}.json.new`)
      this.recorded.add(id)
    }
    const part = `${this.path(id)}.new`
    const file = await open(part, 'w', 0o600)
    try {
      await file.writeFile(JSON.stringify(request))
    } finally {
      await file.close()
    }
    if (generation === this.generation) await rename(part, this.path(id))
    else await rm(part, { force: true })
  }

  private async fileNames(): Promise<readonly string[]> {
    const names = await readdir(this.folder).catch((): string[] => [])
    return names.filter((name) => ownName.test(name))
  }

  private async readRequest(name: string): Promise<GatewayRequest | null> {
    const id = fileName.exec(name)?.[1]
    if (id === undefined) return null
    try {
      const path = join(this.folder, name)
      const { size } = await stat(path)
      if (size > fileBytesMax) return null
      const request = gatewayRequestSchema.parse(JSON.parse(await readFile(path, 'utf8')))
      return request.id === id ? request : null
    } catch {
      return null
    }
  }

  private queue(step: () => Promise<void>): void {
    this.work = this.work.then(step).catch((cause: unknown) => this.logFailure(cause))
  }

  private logFailure(cause: unknown): void {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    this.log('warn', 'requests.not_kept', { reason })
  }

  private path(id: string): string {
    return join(this.folder, `${id}.json`)
  }
}
