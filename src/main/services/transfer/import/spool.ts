import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'

const flushBytes = 1024 * 1024

/** Position of a value in a spool. */
export interface SpoolPlace {
  readonly at: number
  readonly bytes: number
}

/** A queue of values on the disk instead of in memory. Closing it deletes the file. Throws the disk's errors. */
export class Spool<T> {
  private readonly path: string
  private readonly file: number
  private waiting: Buffer[] = []
  private waitingBytes = 0
  private written = 0
  private closed = false

  /** Creates a new file. `path` lies in the staging folder, which is cleared after a crash. */
  constructor(path: string) {
    this.path = path
    this.file = openSync(path, 'wx+', 0o600)
  }

  append(value: T): SpoolPlace {
    const buffer = Buffer.from(JSON.stringify(value))
    const place = { at: this.written + this.waitingBytes, bytes: buffer.length }
    this.waiting.push(buffer)
    this.waitingBytes += buffer.length
    if (this.waitingBytes > flushBytes) this.flush()
    return place
  }

  /** Returns the stored value, parsed from JSON. */
  readValue({ at, bytes }: SpoolPlace): T {
    this.flush()
    const buffer = Buffer.alloc(bytes)
    for (let done = 0; done < bytes; ) {
      const read = readSync(this.file, buffer, done, bytes - done, at + done)
      if (read === 0) throw new Error('a spool that is shorter than what was written')
      done += read
    }
    return JSON.parse(buffer.toString())
  }

  /** Deletes the file. Can be called twice. */
  close(): void {
    if (this.closed) return
    this.closed = true
    closeSync(this.file)
    rmSync(this.path, { force: true })
  }

  private flush(): void {
    if (this.waitingBytes === 0) return
    const buffer = Buffer.concat(this.waiting)
    for (let done = 0; done < buffer.length; )
      done += writeSync(this.file, buffer, done, buffer.length - done, this.written + done)
    this.written += buffer.length
    this.waiting = []
    this.waitingBytes = 0
  }
}
