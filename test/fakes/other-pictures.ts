import sharp from 'sharp'

const plain = sharp({ create: { width: 36, height: 20, channels: 3, background: { r: 200, g: 30, b: 60 } } })

/** A bitmap of Windows with 24 bits, 36 by 20 pixels, red but for its upper left pixel, which is blue. */
function bmp(): Buffer {
  const [width, height, stride] = [36, 20, 108]
  const file = Buffer.alloc(54 + stride * height)
  file.write('BM')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  for (let at = 54; at < file.length; at += 3) file.set([60, 30, 200], at)
  // rows go upwards
  file.set([255, 0, 0], 54 + stride * (height - 1))
  return file
}

/** The beginning of a photo of a phone: its brands, and no picture that could be decoded. */
const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 0x18]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(200),
])

/** Real pictures of kinds that gateways do not take, 36 by 20 pixels. `heic` has only its head. */
export const otherPictures = {
  avif: await plain.clone().avif().toBuffer(),
  tiff: await plain.clone().tiff().toBuffer(),
  bmp: bmp(),
  heic,
}
