import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'

/** The most boxes or elements that are looked at; a file of more is judged by these. */
const stepsMax = 200_000

/**
 * Whether a video file has all of itself: every box of an MP4 (ISO/IEC 14496-12, 4.2) or element of a WebM (RFC 8794)
 * lies within the file, and what a player needs is there. A file of another kind is not judged.
 */
export async function isWholeVideo(path: string, mime: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return mime === 'video/mp4' || mime === 'video/quicktime'
      ? await hasWholeBoxes(file, size)
      : await hasWholeElements(file, size)
  } finally {
    await file.close()
  }
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
    const head = await bytesAt(file, at, 16)
    // a few bytes behind the last box are padding, or none of the film
    if (head.length < 8) return isComplete()
    const type = head.toString('latin1', 4, 8)
    const short = head.readUInt32BE(0)
    const length = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short
    // the last box may say 0: to the end of the file
    if (short === 0 && /^[\x20-\x7e]{4}$/.test(type)) {
      found.add(type)
      return isComplete()
    }
    if (length < 8) return isComplete()
    if (at + length > size) return isComplete() && type === 'free'
    found.add(type)
    at += length
  }
  return isComplete()
}

const [segmentId, clusterId] = [0x18538067, 0x1f43b675]

interface Element {
  readonly id: number
  readonly head: number
  /** Null where it says that it does not know. */
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

/** How many bytes a number of variable length takes, by its first. */
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
    // what is live does not know how long it is: its end is not to be told from a broken one
    if (element.size === null && element.id !== segmentId) return true
    if (element.size !== null && at + element.head + element.size > size) return false
    // a segment is looked into
    at += element.head + (element.id === segmentId ? 0 : (element.size ?? 0))
  }
  return clusters > 0
}
