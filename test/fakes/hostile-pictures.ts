import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

export interface HostilePicture {
  readonly name: string
  readonly bytes: Buffer
}

/** A gradient in three channels with a transparent corner, which shows any rotation, mirroring or colour error. */
export function gradient(width: number, height: number, alpha = false): Sharp {
  const channels = alpha ? 4 : 3
  const data = Buffer.alloc(width * height * channels)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels
      data[at] = Math.floor((x * 255) / Math.max(1, width - 1))
      data[at + 1] = Math.floor((y * 255) / Math.max(1, height - 1))
      data[at + 2] = 255 - Math.floor(((x + y) * 255) / (width + height))
      if (alpha) data[at + 3] = x < width / 3 && y < height / 3 ? 0 : x % 2 === 0 ? 128 : 255
    }
  return sharp(data, { raw: { width, height, channels } })
}

/** Hostile, damaged and unusual pictures in every supported format; the same at every call. */
export async function hostilePictures(): Promise<readonly HostilePicture[]> {
  const plain = () => gradient(60, 40)
  const clear = () => gradient(60, 40, true)
  const png = await plain().png().toBuffer()
  const jpeg = await plain().jpeg({ quality: 90 }).toBuffer()
  const webp = await plain().webp({ lossless: true }).toBuffer()
  const gif = await plain().gif().toBuffer()
  const large = gradient(640, 480)
  const wholes = {
    png: await large.clone().png().toBuffer(),
    jpeg: await large.clone().jpeg().toBuffer(),
    'progressive jpeg': await large.clone().jpeg({ progressive: true }).toBuffer(),
    webp: await large.clone().webp().toBuffer(),
    gif: await large.clone().gif().toBuffer(),
  }
  const cmyk = await plain().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()
  const p3Png = await plain().withIccProfile('p3').png().toBuffer()
  const frames = await sharp([png, await plain().negate().png().toBuffer()], {
    join: { animated: true },
  })
    .webp({ lossless: true })
    .toBuffer()
  return [
    ...Object.entries(wholes).flatMap(([kind, bytes]) =>
      [0.02, 0.5, 0.98].map((part) => ({
        name: `a ${kind} of which ${part * 100} % are there`,
        bytes: bytes.subarray(0, Math.floor(bytes.length * part)),
      })),
    ),
    { name: 'a PNG without its last chunk', bytes: wholes.png.subarray(0, -12) },
    { name: 'a PNG that says 30,000 by 30,000', bytes: sized(png, 16, 30_000) },
    { name: 'a PNG that says 0 by 0', bytes: sized(png, 16, 0) },
    { name: 'a PNG that says 4,294,967,295 by 4,294,967,295', bytes: sized(png, 16, 0xffff_ffff) },
    { name: 'a JPEG that says 30,000 by 30,000', bytes: sizedJpeg(jpeg, 30_000) },
    { name: 'a JPEG that says 9,000 by 9,000', bytes: sizedJpeg(jpeg, 9_000) },
    { name: 'a GIF that says 30,000 by 30,000', bytes: sizedGif(gif, 30_000) },
    { name: 'a GIF whose frame says 30,000 by 30,000', bytes: sizedFrame(sizedGif(gif, 30_000), 30_000) },
    { name: 'a WebP that says 16,384 by 16,384', bytes: sizedWebp(webp) },
    { name: 'a PNG of 16 bits', bytes: await plain().toColourspace('rgb16').png().toBuffer() },
    { name: 'a PNG of 16 bits with alpha', bytes: await clear().toColourspace('rgb16').png().toBuffer() },
    { name: 'a grey PNG of 16 bits', bytes: await plain().toColourspace('grey16').png().toBuffer() },
    { name: 'a grey PNG', bytes: await plain().greyscale().png().toBuffer() },
    { name: 'a grey PNG with alpha', bytes: await clear().greyscale().png().toBuffer() },
    { name: 'a grey JPEG', bytes: await plain().greyscale().jpeg().toBuffer() },
    { name: 'a PNG of 1 bit', bytes: pngOf(60, 40, 1, 0) },
    { name: 'a grey PNG of 4 bits', bytes: pngOf(60, 40, 4, 0) },
    { name: 'a PNG with a palette', bytes: await plain().png({ palette: true, colours: 16 }).toBuffer() },
    { name: 'a PNG with a palette and alpha', bytes: await clear().png({ palette: true }).toBuffer() },
    { name: 'a PNG with alpha', bytes: await clear().png().toBuffer() },
    { name: 'a WebP with alpha', bytes: await clear().webp({ lossless: true, exact: true }).toBuffer() },
    { name: 'a GIF with alpha', bytes: await clear().gif().toBuffer() },
    { name: 'an interlaced PNG', bytes: await plain().png({ progressive: true }).toBuffer() },
    { name: 'a progressive JPEG', bytes: await plain().jpeg({ progressive: true }).toBuffer() },
    { name: 'an interlaced GIF', bytes: await plain().gif({ progressive: true }).toBuffer() },
    {
      name: 'a JPEG with every colour of a pixel',
      bytes: await plain().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
    },
    { name: 'a CMYK JPEG', bytes: cmyk },
    { name: 'a CMYK JPEG without a profile', bytes: withoutApp(cmyk, 0xe2) },
    { name: 'a CMYK JPEG with its profile', bytes: await plain().withIccProfile('cmyk').jpeg().toBuffer() },
    { name: 'a PNG in Display P3', bytes: p3Png },
    {
      name: 'a PNG of 16 bits in Display P3',
      bytes: await plain().toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
    },
    { name: 'a JPEG in Display P3', bytes: await plain().withIccProfile('p3').jpeg().toBuffer() },
    { name: 'a WebP in Display P3', bytes: await plain().withIccProfile('p3').webp({ lossless: true }).toBuffer() },
    { name: 'a PNG with a profile that is none', bytes: withChunk(png, 'iCCP', brokenProfile()) },
    {
      name: 'a grey PNG with a profile for colours',
      bytes: withChunk(pngOf(60, 40, 8, 0), 'iCCP', chunkOf(p3Png, 'iCCP')),
    },
    { name: 'an animated GIF', bytes: await sharp(frames, { animated: true }).gif().toBuffer() },
    { name: 'an animated WebP', bytes: frames },
    { name: 'an animated PNG', bytes: animatedPng(png) },
    ...(await orientations('jpeg', (turned) => turned.jpeg({ quality: 95 }).toBuffer())),
    ...(await orientations('PNG', (turned) => turned.png().toBuffer())),
    ...(await orientations('WebP', (turned) => turned.webp({ lossless: true }).toBuffer())),
    { name: 'nothing', bytes: Buffer.alloc(0) },
    { name: 'one byte', bytes: Buffer.from([0x89]) },
    { name: 'a web page', bytes: Buffer.from('<!doctype html><img src=x>') },
    { name: 'an SVG', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>') },
    { name: 'a TIFF', bytes: await plain().tiff().toBuffer() },
    { name: 'an AVIF', bytes: await plain().avif().toBuffer() },
    { name: 'the first bytes of a PNG before a JPEG', bytes: Buffer.concat([png.subarray(0, 33), jpeg]) },
    { name: 'the first bytes of a JPEG before a PNG', bytes: Buffer.concat([jpeg.subarray(0, 3), png]) },
    {
      name: 'the first bytes of a WebP before a TIFF',
      bytes: Buffer.concat([webp.subarray(0, 16), await plain().tiff().toBuffer()]),
    },
    { name: 'a PNG with a web page after it', bytes: Buffer.concat([png, Buffer.from('<script>1</script>')]) },
    { name: 'a JPEG with a ZIP after it', bytes: Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004')]) },
    { name: 'a PNG with a wrong checksum', bytes: spoiled(png, png.indexOf('IDAT') + 8) },
    { name: 'a PNG with a text of 64 MB', bytes: withChunk(png, 'zTXt', textBomb()) },
    { name: 'a PNG that says it is larger than its pixels', bytes: sized(png, 16, 400) },
    { name: 'a PNG without pixels', bytes: Buffer.concat([png.subarray(0, 33), png.subarray(-12)]) },
    { name: 'a GIF without a frame', bytes: Buffer.concat([gif.subarray(0, 13), Buffer.from(';')]) },
    { name: 'a GIF whose frame is larger than itself', bytes: sizedGif(gif, 10) },
    ...(await Promise.all(
      (['png', 'jpeg', 'webp', 'gif'] as const).map(async (format) => ({
        name: `a ${format} of one pixel`,
        bytes: await gradient(1, 1).toFormat(format).toBuffer(),
      })),
    )),
    { name: 'a PNG of 1 by 20,000', bytes: await gradient(1, 20_000).png().toBuffer() },
    { name: 'a PNG of 20,000 by 1', bytes: await gradient(20_000, 1).png().toBuffer() },
    { name: 'a JPEG of 1 by 20,000', bytes: await gradient(1, 20_000).jpeg().toBuffer() },
    { name: 'a PNG of 3,000 by 2', bytes: await gradient(3_000, 2).png().toBuffer() },
  ]
}

async function orientations(kind: string, encoded: (turned: Sharp) => Promise<Buffer>): Promise<HostilePicture[]> {
  return await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map(async (orientation) => ({
      name: `a ${kind} turned by EXIF, ${orientation}`,
      bytes: await encoded(gradient(60, 40).withMetadata({ orientation })),
    })),
  )
}

/** Width and height of an IHDR, with its checksum. */
function sized(png: Buffer, at: number, side: number): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(side, at)
  bytes.writeUInt32BE(side, at + 4)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

function sizedJpeg(jpeg: Buffer, side: number): Buffer {
  const bytes = Buffer.from(jpeg)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(side, frame + 5)
  bytes.writeUInt16BE(side, frame + 7)
  return bytes
}

function sizedGif(gif: Buffer, side: number): Buffer {
  const bytes = Buffer.from(gif)
  bytes.writeUInt16LE(side, 6)
  bytes.writeUInt16LE(side, 8)
  return bytes
}

/** The first image descriptor; it begins with a comma, left and top are zero. */
function sizedFrame(gif: Buffer, side: number): Buffer {
  const bytes = Buffer.from(gif)
  const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]))
  bytes.writeUInt16LE(side, frame + 5)
  bytes.writeUInt16LE(side, frame + 7)
  return bytes
}

/** The 28 bits after the signature of VP8L are both sides, less one. */
function sizedWebp(webp: Buffer): Buffer {
  const bytes = Buffer.from(webp)
  bytes.writeUInt32LE(((bytes.readUInt32LE(21) & 0xf000_0000) >>> 0) | 0x0fff_ffff, 21)
  return bytes
}

function spoiled(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 0xff
  return copy
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  const sum = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The content of the first chunk of a type. */
export function chunkOf(png: Buffer, type: string): Buffer {
  const at = png.indexOf(type, 0, 'latin1')
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4))
}

/** The same PNG with one more chunk after its header. */
export function withChunk(png: Buffer, type: string, data: Uint8Array): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)])
}

function brokenProfile(): Buffer {
  return Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(Buffer.alloc(600, 7))])
}

function textBomb(): Buffer {
  return Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(64 * 1024 * 1024, 65))])
}

/** A PNG of one channel whose rows count up. */
function pngOf(width: number, height: number, depth: number, colourType: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = depth
  header[9] = colourType
  const row = 1 + Math.ceil((width * depth) / 8)
  const rows = Buffer.from(Array.from({ length: row * height }, (_, at) => (at % row === 0 ? 0 : (at * 37) % 256)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Two frames: the picture, then black. */
function animatedPng(png: Buffer): Buffer {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const control = (sequence: number): Buffer => {
    const data = Buffer.alloc(26)
    data.writeUInt32BE(sequence, 0)
    data.writeUInt32BE(width, 4)
    data.writeUInt32BE(height, 8)
    data.writeUInt16BE(1, 20)
    data.writeUInt16BE(10, 22)
    return chunk('fcTL', data)
  }
  const count = Buffer.alloc(8)
  count.writeUInt32BE(2, 0)
  const black = Buffer.concat([Buffer.from([0, 0, 0, 2]), deflateSync(Buffer.alloc((1 + width * 3) * height))])
  return Buffer.concat([
    png.subarray(0, 33),
    chunk('acTL', count),
    control(0),
    png.subarray(33, -12),
    control(1),
    chunk('fdAT', black),
    png.subarray(-12),
  ])
}

/** The same JPEG without its segments of one application. */
function withoutApp(jpeg: Buffer, marker: number): Buffer {
  const parts = [jpeg.subarray(0, 2)]
  let at = 2
  while (jpeg[at] === 0xff && jpeg[at + 1] !== 0xda) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (jpeg[at + 1] !== marker) parts.push(jpeg.subarray(at, end))
    at = end
  }
  return Buffer.concat([...parts, jpeg.subarray(at)])
}
