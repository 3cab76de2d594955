import { crc32 } from 'node:zlib'
import { type HostilePicture, hostilePictures } from './hostile-pictures.ts'
import { otherPictures } from './other-pictures.ts'
import { Choices } from './seeded-random.ts'

/** Mutates hostile pictures: bytes, numbers, and ranges that are cut, repeated or copied from another file. */
export class PictureFuzz {
  private readonly choices: Choices
  private readonly originals: readonly HostilePicture[]

  private constructor(seed: number, originals: readonly HostilePicture[]) {
    this.choices = new Choices(seed)
    this.originals = originals
  }

  static async of(seed: number): Promise<PictureFuzz> {
    // small ones, so that mutations mostly hit structure instead of pixels
    const originals = (await hostilePictures()).filter(({ bytes }) => bytes.length > 30 && bytes.length < 100_000)
    const others = Object.entries(otherPictures).map(([name, bytes]) => ({ name, bytes }))
    // one in four is of a kind that is converted
    const many = Array.from({ length: Math.ceil(originals.length / 12) }, () => others).flat()
    return new PictureFuzz(seed, [...originals, ...many])
  }

  next(): HostilePicture {
    const original = this.choices.one(this.originals)
    let bytes: Buffer = Buffer.from(original.bytes)
    const changes = this.choices.random() < 0.6 ? 1 : 2 + this.choices.below(4)
    for (let done = 0; done < changes; done += 1) bytes = this.changed(bytes)
    // half of the PNGs get valid checksums, because the decoder stops at the first invalid one
    if (this.choices.random() < 0.5) sumUp(bytes)
    return { name: original.name, bytes }
  }

  private changed(bytes: Buffer): Buffer {
    if (bytes.length === 0) return bytes
    const at = this.place(bytes)
    const long = 1 + this.choices.below(Math.min(64, bytes.length))
    switch (this.choices.below(10)) {
      case 0:
      case 1:
        bytes[at] = this.choices.below(256)
        return bytes
      case 2:
      case 3:
      case 4:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << this.choices.below(8))
        return bytes
      case 5:
        this.choices
          .one([[0], [0xff], [0xff, 0xff], [0, 0, 0, 0], [0xff, 0xff, 0xff, 0xff], [0x7f, 0xff, 0xff, 0xff]])
          .forEach((value, offset) => {
            if (at + offset < bytes.length) bytes[at + offset] = value
          })
        return bytes
      case 6:
        return bytes.subarray(0, at)
      case 7:
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + long)])
      case 8:
        return Buffer.concat([bytes.subarray(0, at + long), bytes.subarray(at)])
      default: {
        const other = this.choices.one(this.originals).bytes
        const from = this.choices.below(other.length)
        return Buffer.concat([bytes.subarray(0, at), other.subarray(from, from + long), bytes.subarray(at + long)])
      }
    }
  }

  /** Half of the time a place near the beginning, where headers are. */
  private place(bytes: Buffer): number {
    return this.choices.below(this.choices.random() < 0.5 ? Math.min(bytes.length, 120) : bytes.length)
  }
}

/** Corrects the checksum of every PNG chunk, as far as its lengths are valid. */
function sumUp(bytes: Buffer): void {
  if (bytes.length < 8 || bytes.readUInt32BE(0) !== 0x8950_4e47) return
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length) return
    bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end)
    at = end + 4
  }
}
