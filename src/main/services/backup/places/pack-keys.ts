import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { fail } from '../../../../shared/errors.ts'

/**
 * Packs are pieces of a backup, each encrypted separately. HKDF (RFC 5869) derives a key for each pack from the data
 * key and a salt. AES-256-GCM therefore never uses the same key and nonce for two contents. The salt is a keyed hash of
 * the piece. A piece that is sealed again has the same bytes and name, and repairs every backup that names it. The
 * preamble is authenticated.
 */
const magic = Buffer.from('ATELIER PACK 1\n', 'latin1')
const saltBytes = 32
const tagBytes = 16
/** Every pack has its own key, so one nonce is enough. */
const nonce = Buffer.alloc(12)
const dataKeyPattern = /^[0-9a-f]{64}$/

/** Bytes of a pack in addition to its content. */
export const packOverhead = magic.length + saltBytes + tagBytes

/** Encrypts and names the pieces of backups with one data key. */
export class PackKeys {
  /** The data key in hex; only ever inside a sealed manifest. */
  readonly dataKey: string
  /** Random numbers by byte for `cutPieces`; secret, so that piece lengths reveal nothing about known files. */
  readonly gear: Uint32Array
  private readonly key: Buffer
  private readonly idKey: Buffer
  private readonly saltKey: Buffer

  private constructor(dataKey: string) {
    this.dataKey = dataKey
    this.key = Buffer.from(dataKey, 'hex')
    this.idKey = this.derived(Buffer.alloc(0), 'atelier piece id', 32)
    this.saltKey = this.derived(Buffer.alloc(0), 'atelier pack salt', 32)
    const bytes = this.derived(Buffer.alloc(0), 'atelier piece cut', 256 * 4)
    this.gear = Uint32Array.from({ length: 256 }, (_, index) => bytes.readUInt32LE(index * 4))
  }

  /** Returns the keys of a new, random data key. */
  static fresh(): PackKeys {
    return new PackKeys(randomBytes(32).toString('hex'))
  }

  /** Returns the keys of a stored data key. Throws an AppFailure `backup_damaged`. */
  static fromDataKey(dataKey: string): PackKeys {
    return dataKeyPattern.test(dataKey) ? new PackKeys(dataKey) : fail('backup_damaged', 'no data key')
  }

  /** Returns the name of a piece, derived from its content; reveals nothing without the key. */
  idOf(piece: Uint8Array): string {
    return createHmac('sha256', this.idKey).update(piece).digest('hex')
  }

  seal(piece: Uint8Array): Buffer {
    const salt = createHmac('sha256', this.saltKey).update(piece).digest()
    const preamble = Buffer.concat([magic, salt])
    const cipher = createCipheriv('aes-256-gcm', this.derived(salt, 'atelier pack', 32), nonce)
    cipher.setAAD(preamble)
    return Buffer.concat([preamble, cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }

  /** Returns the content of a pack. Throws an AppFailure `backup_damaged` if it was changed. */
  openPack(pack: Uint8Array): Buffer {
    const bytes = Buffer.from(pack.buffer, pack.byteOffset, pack.byteLength)
    if (bytes.length < packOverhead || !bytes.subarray(0, magic.length).equals(magic))
      return fail('backup_damaged', 'not a pack')
    const preamble = bytes.subarray(0, magic.length + saltBytes)
    const decipher = createDecipheriv(
      'aes-256-gcm',
      this.derived(preamble.subarray(magic.length), 'atelier pack', 32),
      nonce,
    )
    decipher.setAAD(preamble)
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(preamble.length, -tagBytes)), decipher.final()])
    } catch {
      return fail('backup_damaged', 'a pack does not open')
    }
  }

  private derived(salt: Buffer, purpose: string, length: number): Buffer {
    return Buffer.from(hkdfSync('sha256', this.key, salt, purpose, length))
  }
}

/** Returns the name of a pack: the hash of its bytes. */
export function hashOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
