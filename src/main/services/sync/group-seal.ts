import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { FilePlace, FileSeal } from './file-seal.ts'

const magic = Buffer.from('ATELIER SYNC 1\n', 'latin1')
const saltBytes = 32
const tagBytes = 16
const epochBytes = 4
const headerBytes = magic.length + epochBytes + saltBytes
/** Every file has its own key, so one nonce is enough. */
const nonce = Buffer.alloc(12)
const keyBytes = 32

/** The keys of a group. A new epoch begins when a computer is removed. */
export interface GroupKeys {
  /** The group's id; it is part of every derived key. */
  readonly group: string
  /** Keys of 32 random bytes, by epoch; an epoch is a whole number from 1 on. */
  readonly epochs: ReadonlyMap<number, Uint8Array>
}

/**
 * Encrypts the files of a group. HKDF (RFC 5869) derives a key for each file from the key of its epoch and a salt, and
 * AES-256-GCM never uses the same key and nonce for two contents. The salt is a keyed hash of place and content, so a
 * file that is written again has the same name. Header and place are authenticated: a file opens only in the group,
 * folder and range that it was sealed for.
 */
export class GroupSeal implements FileSeal {
  private readonly keys: GroupKeys
  private readonly newest: number

  /** Files are sealed with the newest epoch. Throws a RangeError for keys that are missing or of another length. */
  constructor(keys: GroupKeys) {
    this.keys = keys
    this.newest = Math.max(...keys.epochs.keys())
    if (!Number.isSafeInteger(this.newest) || this.newest >= 2 ** 32) throw new RangeError('no epoch')
    for (const key of keys.epochs.values()) if (key.length !== keyBytes) throw new RangeError('a key has 32 bytes')
  }

  sealFile(place: FilePlace, content: Uint8Array): Uint8Array<ArrayBuffer> {
    const { newest } = this
    const salt = createHmac('sha256', this.derivedKey(newest, Buffer.alloc(0), 'salt'))
      .update(placeText(place))
      .update('\n')
      .update(content)
      .digest()
    const header = Buffer.concat([magic, epochNumber(newest), salt])
    const cipher = createCipheriv('aes-256-gcm', this.derivedKey(newest, salt, 'file'), nonce)
    cipher.setAAD(authenticated(header, place))
    return new Uint8Array(Buffer.concat([header, cipher.update(content), cipher.final(), cipher.getAuthTag()]))
  }

  openFile(place: FilePlace, bytes: Uint8Array): Uint8Array | null {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (file.length < headerBytes + tagBytes || !file.subarray(0, magic.length).equals(magic)) return null
    const epoch = file.readUInt32BE(magic.length)
    if (!this.keys.epochs.has(epoch)) return null
    const header = file.subarray(0, headerBytes)
    const salt = header.subarray(-saltBytes)
    const decipher = createDecipheriv('aes-256-gcm', this.derivedKey(epoch, salt, 'file'), nonce)
    decipher.setAAD(authenticated(header, place))
    decipher.setAuthTag(file.subarray(-tagBytes))
    try {
      return Buffer.concat([decipher.update(file.subarray(headerBytes, -tagBytes)), decipher.final()])
    } catch {
      return null
    }
  }

  private derivedKey(epoch: number, salt: Buffer, purpose: 'file' | 'salt'): Buffer {
    const key = this.keys.epochs.get(epoch) ?? Buffer.alloc(0)
    return Buffer.from(hkdfSync('sha256', key, salt, `atelier sync ${purpose} ${this.keys.group}`, keyBytes))
  }
}

function authenticated(header: Buffer, place: FilePlace): Buffer {
  return Buffer.concat([header, Buffer.from(placeText(place))])
}

function placeText({ folder, from, to, writer }: FilePlace): string {
  return `${folder}/${writer}.${from}-${to}`
}

function epochNumber(epoch: number): Buffer {
  const bytes = Buffer.alloc(epochBytes)
  bytes.writeUInt32BE(epoch)
  return bytes
}
