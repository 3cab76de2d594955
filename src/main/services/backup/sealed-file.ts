import { type CipherGCM, createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { z } from 'zod'
import { fail } from '../../../shared/errors.ts'
import { sealingWork } from './sealing-work.ts'

/**
 * File format for encryption with a passphrase. scrypt (RFC 7914) derives the key. AES-256-GCM encrypts the content in
 * pieces. Each nonce holds a random prefix, the piece's number and a last-piece flag: the STREAM construction (Hoang,
 * Reyhanitabar, Rogaway and Vizár, 2015). Pieces cannot be changed, swapped, repeated or cut off. The file's header
 * holds all parameters, and every piece authenticates it.
 */
const magic = 'ATELIER SEALED 1\n'
const keyBytes = 32
/** Derived with the key and stored in the header; distinguishes a wrong passphrase from a damaged file. */
const checkBytes = 16
const tagBytes = 16
const prefixBytes = 7
/** Bytes of content per piece. */
const pieceBytes = 1024 * 1024
/** Bounds of work and memory in bytes; a header beyond them is not ours. */
const [costMax, memoryMax] = [2 ** 20, 256 * 1024 * 1024]

const fieldsSchema = z.strictObject({
  kdf: z.literal('scrypt'),
  cost: z.number().int().min(2).max(costMax),
  blockSize: z.number().int().min(1).max(16),
  parallelization: z.number().int().min(1).max(4),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  cipher: z.literal('aes-256-gcm'),
  pieceBytes: z
    .number()
    .int()
    .min(1024)
    .max(16 * 1024 * 1024),
  noncePrefix: z.string().regex(/^[0-9a-f]{14}$/),
  check: z.string().regex(/^[0-9a-f]{32}$/),
})
const headerSchema = fieldsSchema.refine(
  // RFC 7914: the cost is a power of two, and the memory is 128 bytes times cost times block size
  ({ blockSize, cost }) => Number.isInteger(Math.log2(cost)) && 128 * cost * blockSize <= memoryMax,
)
type Header = z.infer<typeof headerSchema>

/** Resolves to true if a file is encrypted with a passphrase. Rejects when it cannot be read. */
export async function isSealed(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === magic
  } finally {
    await file.close()
  }
}

/** Encrypts the content of `from` into the new file `to` and syncs it to disk. */
export async function sealFile(
  from: string,
  to: string,
  passphrase: string,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const unchecked = {
    kdf: 'scrypt',
    ...sealingWork,
    salt: randomBytes(16).toString('hex'),
    cipher: 'aes-256-gcm',
    pieceBytes,
    noncePrefix: randomBytes(prefixBytes).toString('hex'),
  } as const
  const { key, check } = await derived(passphrase, unchecked)
  const header: Header = { ...unchecked, check: check.toString('hex') }
  const preamble = preambleOf(header)
  const file = await open(to, 'wx', 0o600)
  try {
    await writeAll(file, preamble)
    let number = 0
    let done = 0
    for await (const { bytes, last } of pieces(from, pieceBytes)) {
      const cipher: CipherGCM = createCipheriv('aes-256-gcm', key, nonceOf(header, number, last))
      cipher.setAAD(preamble)
      await writeAll(file, Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]))
      number += 1
      done += bytes.length
      onBytes(done)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Decrypts the file `from` into the new file `to`. Throws an AppFailure: `wrong_passphrase`, or `backup_damaged` if the
 * content was changed.
 */
export async function openSealed(
  from: string,
  to: string,
  passphrase: string,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { header, preamble } = await readHeader(from)
  const { key, check } = await derived(passphrase, header)
  if (!timingSafeEqual(check, Buffer.from(header.check, 'hex'))) fail('wrong_passphrase', 'it derives another key')
  const file = await open(to, 'wx', 0o600)
  try {
    let number = 0
    let done = 0
    for await (const { bytes, last } of pieces(from, header.pieceBytes + tagBytes, preamble.length)) {
      if (bytes.length < tagBytes) fail('backup_damaged', 'a piece without its tag')
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(header, number, last))
      decipher.setAAD(preamble)
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      let content: Buffer
      try {
        content = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
      } catch {
        return fail('backup_damaged', `piece ${number} does not open`)
      }
      await writeAll(file, content)
      number += 1
      done += content.length
      onBytes(done)
    }
    if (number === 0) fail('backup_damaged', 'a sealed file without content')
    await file.sync()
  } finally {
    await file.close()
  }
}

function preambleOf(header: Header): Buffer {
  return Buffer.from(`${magic}${JSON.stringify(header)}\n`, 'latin1')
}

async function readHeader(path: string): Promise<{ readonly header: Header; readonly preamble: Buffer }> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    const start = buffer.subarray(0, bytesRead)
    const end = start.indexOf(0x0a, magic.length)
    if (end < 0 || start.subarray(0, magic.length).toString('latin1') !== magic)
      return fail('backup_damaged', 'no header of a sealed file')
    const preamble = Buffer.from(start.subarray(0, end + 1))
    const parsed = headerSchema.safeParse(fromJson(preamble.subarray(magic.length).toString('latin1')))
    return parsed.success ? { header: parsed.data, preamble } : fail('backup_damaged', 'a header that makes no sense')
  } finally {
    await file.close()
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function derived(
  passphrase: string,
  header: Omit<Header, 'check'>,
): Promise<{ readonly key: Buffer; readonly check: Buffer }> {
  const options = {
    N: header.cost,
    r: header.blockSize,
    p: header.parallelization,
    // the memory by RFC 7914, with a margin
    maxmem: 128 * header.cost * header.blockSize * 2,
  }
  return await new Promise((resolve, reject) => {
    // equal letters typed on different keyboards are the same passphrase
    scrypt(
      passphrase.normalize('NFKC'),
      Buffer.from(header.salt, 'hex'),
      keyBytes + checkBytes,
      options,
      (cause, bytes) =>
        cause ? reject(cause) : resolve({ key: bytes.subarray(0, keyBytes), check: bytes.subarray(keyBytes) }),
    )
  })
}

function nonceOf(header: Header, number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(prefixBytes + 5)
  nonce.write(header.noncePrefix, 'hex')
  nonce.writeUInt32BE(number, prefixBytes)
  nonce.writeUInt8(last ? 1 : 0, prefixBytes + 4)
  return nonce
}

/**
 * Reads a file from `start` on in pieces of equal length. The last may be shorter; an empty file is one empty piece.
 */
async function* pieces(
  path: string,
  length: number,
  start = 0,
): AsyncGenerator<{ readonly bytes: Buffer; readonly last: boolean }> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { start, highWaterMark: length })) {
    rest = Buffer.concat([rest, chunk])
    // a full piece is emitted only when more follows, because the last piece must be known
    while (rest.length > length) {
      yield { bytes: rest.subarray(0, length), last: false }
      rest = rest.subarray(length)
    }
  }
  yield { bytes: rest, last: true }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten
}
