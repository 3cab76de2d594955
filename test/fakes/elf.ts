/** Imported and exported symbols of an ELF file; System V ABI, chapters 4 and 5. */
export interface DynamicSymbols {
  /** Libraries by name (DT_NEEDED). */
  readonly needed: readonly string[]
  readonly undefined: readonly string[]
  readonly defined: readonly string[]
}

const dynamicSection = 6
const dynamicSymbolSection = 11
const neededTag = 1n

/** Reads a little-endian 64-bit ELF file; null for any other file, such as a module for another system. */
export function dynamicSymbolsOf(bytes: Buffer): DynamicSymbols | null {
  if (bytes.length < 64 || bytes.readUInt32BE(0) !== 0x7f45_4c46) return null
  if (bytes[4] !== 2 || bytes[5] !== 1) throw new Error('an ELF file of 32 bits or big-endian')
  const table = Number(bytes.readBigUInt64LE(40))
  const entrySize = bytes.readUInt16LE(58)
  const sections = Array.from({ length: bytes.readUInt16LE(60) }, (_, index) => {
    const at = table + index * entrySize
    return {
      type: bytes.readUInt32LE(at + 4),
      offset: Number(bytes.readBigUInt64LE(at + 24)),
      size: Number(bytes.readBigUInt64LE(at + 32)),
      link: bytes.readUInt32LE(at + 40),
    }
  })
  const one = (type: number) => {
    const section = sections.find((candidate) => candidate.type === type)
    const strings = section && sections[section.link]
    if (!section || !strings) throw new Error(`an ELF file without a section of type ${type}`)
    return { start: section.offset, end: section.offset + section.size, strings: strings.offset }
  }
  const text = (at: number): string => bytes.toString('latin1', at, bytes.indexOf(0, at))

  const dynamic = one(dynamicSection)
  const needed: string[] = []
  for (let at = dynamic.start; at < dynamic.end; at += 16)
    if (bytes.readBigUInt64LE(at) === neededTag)
      needed.push(text(dynamic.strings + Number(bytes.readBigUInt64LE(at + 8))))

  const symbols = one(dynamicSymbolSection)
  const missing: string[] = []
  const defined: string[] = []
  for (let at = symbols.start + 24; at < symbols.end; at += 24) {
    const name = text(symbols.strings + bytes.readUInt32LE(at))
    const list = bytes.readUInt16LE(at + 6) === 0 ? missing : defined
    list.push(name)
  }
  return { needed, undefined: missing, defined }
}
