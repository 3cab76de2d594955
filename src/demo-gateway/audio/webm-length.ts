const ids = { segment: 0x18538067, info: 0x1549a966, scale: 0x2ad7b1, duration: 0x4489, cluster: 0x1f43b675 }
const blockIds = { time: 0xe7, simple: 0xa3, group: 0xa0, block: 0xa1 }

interface Element {
  readonly id: number
  readonly start: number
  /** The end of the element; for an unknown size, as live recorders write it, the end of the file. */
  readonly end: number
}

/** Returns the seconds of a WebM or Matroska file: the stated duration, else the time of the last block. */
export function webmSeconds(file: Buffer): number | undefined {
  let scale = 1_000_000
  let stated: number | undefined
  let clusterTime = 0
  let last = 0
  const visit = (from: number, to: number) => {
    for (let at = from; at < to; ) {
      const element = readElement(file, at, to)
      if (!element) return
      const { id, start, end } = element
      if (id === ids.segment || id === ids.info || id === ids.cluster || id === blockIds.group) visit(start, end)
      else if (id === ids.scale) scale = readUnsigned(file, start, end)
      else if (id === ids.duration && end - start >= 4) {
        stated = end - start === 8 ? file.readDoubleBE(start) : file.readFloatBE(start)
      } else if (id === blockIds.time) clusterTime = readUnsigned(file, start, end)
      else if ((id === blockIds.simple || id === blockIds.block) && end - start >= 4) {
        last = Math.max(last, clusterTime + file.readInt16BE(start + 1))
      }
      at = end
    }
  }
  visit(0, file.length)
  const ticks = stated && stated > 0 ? stated : last
  return ticks > 0 ? (ticks * scale) / 1e9 : undefined
}

function readElement(file: Buffer, at: number, limit: number): Element | undefined {
  const idBytes = Math.clz32(file[at] ?? 0) - 23
  const sizeAt = at + idBytes
  const sizeBytes = Math.clz32(file[sizeAt] ?? 0) - 23
  if (idBytes > 4 || sizeBytes > 8 || sizeAt + sizeBytes > limit) return undefined
  const start = sizeAt + sizeBytes
  const first = (file[sizeAt] ?? 0) & (0xff >> sizeBytes)
  const rest = [...file.subarray(sizeAt + 1, start)]
  const unknown = first === 0xff >> sizeBytes && rest.every((byte) => byte === 0xff)
  const size = rest.reduce((sum, byte) => sum * 256 + byte, first)
  return { id: readUnsigned(file, at, sizeAt), start, end: unknown ? limit : Math.min(limit, start + size) }
}

function readUnsigned(file: Buffer, start: number, end: number): number {
  return file.subarray(start, end).reduce((sum, byte) => sum * 256 + byte, 0)
}
