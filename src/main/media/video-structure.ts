import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { claimsFewSamples } from './sample-claims.ts'

/** Maximum number of boxes or elements that are read; a longer file is judged by these. */
const stepsMax = 200_000
/** Largest index, in bytes; that of the longest videos has 60 MB. */
const indexBytesMax = 128 * 1024 * 1024

/**
 * Resolves to true if a video file is complete. Every box of an MP4 (ISO/IEC 14496-12, 4.2) or element of a WebM (RFC
 * 8794) must lie within the file. The parts that a player needs must exist, and no index may claim more samples than
 * fit in memory.
 */
export async function isWholeVideo(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = await bytesAt(file, 0, 4)
    return head.length === 4 && head.readUInt32BE(0) === ebmlId
      ? await hasWholeElements(file, size)
      : await hasWholeBoxes(file, size)
  } finally {
    await file.close()
  }
}

/**
 * Resolves to true if the indexes of an MP4 claim few enough samples to fit in memory; true for all other files.
 * Rejects with the file system's error.
 */
export async function hasReadableIndex(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const head = await bytesAt(file, 0, 8)
    if (!/^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(head.toString('latin1', 4, 8))) return true
    const { size } = await file.stat()
    let at = 0
    for (let step = 0; at < size && step < stepsMax; step += 1) {
      const box = await boxAt(file, at, size)
      if (box === null) return true
      const length = Math.min(box.length, size - at)
      if (isIndex(box.type) && !(await isFewSamples(file, at, length))) return false
      at += box.length
    }
    return true
  } finally {
    await file.close()
  }
}

interface Box {
  readonly type: string
  readonly length: number
}

/**
 * Resolves to the box at an offset; null if there is none. The last box may reach, or claim to reach beyond, the end of
 * the file.
 */
async function boxAt(file: FileHandle, at: number, size: number): Promise<Box | null> {
  const head = await bytesAt(file, at, 16)
  if (head.length < 8) return null
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  // in the last box, 0 means up to the end of the file
  const isLast = short === 0 && /^[\x20-\x7e]{4}$/.test(type)
  const long = short === 1 && head.length === 16
  const length = isLast ? size - at : long ? Number(head.readBigUInt64BE(8)) : short
  return length < 8 ? null : { type, length }
}

function isIndex(type: string): boolean {
  return type === 'moov' || type === 'moof'
}

async function isFewSamples(file: FileHandle, at: number, length: number): Promise<boolean> {
  return length <= indexBytesMax && claimsFewSamples(await bytesAt(file, at, length))
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, at)
  return buffer.subarray(0, bytesRead)
}

async function hasWholeBoxes(file: FileHandle, size: number): Promise<boolean> {
  const found = new Set<string>()
  const isComplete = (): boolean => found.has('moov') && (found.has('mdat') || found.has('moof'))
  let at = 0
  for (let step = 0; at < size && step < stepsMax; step += 1) {
    const box = await boxAt(file, at, size)
    // a few bytes after the last box are padding, or do not belong to the video
    if (box === null) return isComplete()
    const { type, length } = box
    if (at + length > size) return isComplete() && type === 'free'
    if (isIndex(type) && !(await isFewSamples(file, at, length))) return false
    found.add(type)
    at += length
  }
  return isComplete()
}

const [ebmlId, segmentId, clusterId] = [0x1a45dfa3, 0x18538067, 0x1f43b675]

interface Element {
  readonly id: number
  readonly head: number
  /** Size of the element; null when it states an unknown one. */
  readonly size: number | null
}

async function elementAt(file: FileHandle, at: number): Promise<Element | null> {
  const bytes = await bytesAt(file, at, 12)
  const idLength = lengthOf(bytes[0])
  const sizeLength = idLength > 0 && idLength <= 4 ? lengthOf(bytes[idLength]) : 0
  if (sizeLength === 0 || bytes.length < idLength + sizeLength) return null
  let size = (bytes[idLength] ?? 0) & (0xff >> sizeLength)
  let isUnknown = size === 0xff >> sizeLength
  for (let index = 1; index < sizeLength; index += 1) {
    const byte = bytes[idLength + index] ?? 0
    isUnknown &&= byte === 0xff
    size = size * 256 + byte
  }
  return { id: bytes.readUIntBE(0, idLength), head: idLength + sizeLength, size: isUnknown ? null : size }
}

/** Returns the number of bytes in a variable-length number, by its first byte. */
function lengthOf(first: number | undefined): number {
  return first === undefined || first === 0 ? 0 : Math.clz32(first) - 23
}

async function hasWholeElements(file: FileHandle, size: number): Promise<boolean> {
  let at = 0
  let clusters = 0
  for (let step = 0; at < size && step < stepsMax; step += 1) {
    const element = await elementAt(file, at)
    if (element === null) return clusters > 0 && size - at < 12
    if (element.id === clusterId) clusters += 1
    // a live recording states no length, so a cut-off end cannot be detected
    if (element.size === null && element.id !== segmentId) return true
    if (element.size !== null && at + element.head + element.size > size) return false
    // the content of a segment is read too
    at += element.head + (element.id === segmentId ? 0 : (element.size ?? 0))
  }
  return clusters > 0
}
