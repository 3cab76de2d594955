import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { pngSignature, readChunks, writeChunk } from './png-chunks.ts'
import { filterRow, unfilterRow } from './png-filters.ts'
import { type Raster, yieldEvery } from './raster.ts'

const deflateAsync = promisify(deflate)
const inflateAsync = promisify(inflate)

/** Maximum number of pixels that are decoded. */
const maxPixels = 40_000_000

/** Encodes a picture as a PNG file of 8 bits per channel, with or without alpha. Yields to the event loop. */
export async function encodePng(raster: Raster): Promise<Buffer> {
  const { width, height, channels, pixels } = raster
  const rowBytes = width * channels
  const filtered = Buffer.alloc((rowBytes + 1) * height)
  let previous: Uint8Array = new Uint8Array(rowBytes)
  const rest = yieldEvery()
  for (let y = 0; y < height; y += 1) {
    const row = pixels.subarray(y * rowBytes, (y + 1) * rowBytes)
    filterRow(filtered.subarray(y * (rowBytes + 1), (y + 1) * (rowBytes + 1)), row, previous)
    previous = row
    await rest()
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = channels === 4 ? 6 : 2
  const data = await deflateAsync(filtered, { level: 6 })
  return Buffer.concat([
    pngSignature,
    writeChunk('IHDR', header),
    writeChunk('IDAT', data),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * Decodes a PNG file of 8 bits per channel (grey, RGB or palette, with or without alpha; not interlaced).
 * Throws a RangeError with the reason for anything else. Yields to the event loop.
 */
export async function decodePng(file: Buffer): Promise<Raster> {
  const chunks = readChunks(file)
  const header = chunks[0]?.data
  if (!header || chunks[0]?.type !== 'IHDR' || header.length !== 13) throw new RangeError('the PNG header is missing')
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const samples = samplesByColourType[header[9] ?? -1]
  if (samples === undefined || header[8] !== 8 || header[12] !== 0) {
    throw new RangeError('only PNG files with 8 bits per channel, not interlaced, are understood')
  }
  if (width === 0 || height === 0 || width * height > maxPixels) throw new RangeError('the picture is too large')
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const rows = await inflateRows(packed, height * (width * samples + 1))
  const rowBytes = width * samples
  const raw = new Uint8Array(rowBytes * height)
  let previous: Uint8Array = new Uint8Array(rowBytes)
  const rest = yieldEvery()
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowBytes + 1)
    const row = raw.subarray(y * rowBytes, (y + 1) * rowBytes)
    row.set(rows.subarray(start + 1, start + 1 + rowBytes))
    unfilterRow(rows[start] ?? 0, row, previous, samples)
    previous = row
    await rest()
  }
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data
  const transparency = chunks.find(({ type }) => type === 'tRNS')?.data
  return toRaster(width, height, header[9] ?? 2, raw, palette, transparency)
}

const samplesByColourType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

async function inflateRows(packed: Buffer, expected: number): Promise<Buffer> {
  let rows: Buffer
  try {
    rows = await inflateAsync(packed, { maxOutputLength: expected + 1 })
  } catch {
    throw new RangeError('the pixels cannot be unpacked')
  }
  if (rows.length !== expected) throw new RangeError('the pixels do not fit the size')
  return rows
}

function toRaster(
  width: number,
  height: number,
  colourType: number,
  raw: Uint8Array,
  palette: Buffer | undefined,
  transparency: Buffer | undefined,
): Raster {
  if (colourType === 2) return { width, height, channels: 3, pixels: raw }
  if (colourType === 6) return { width, height, channels: 4, pixels: raw }
  const channels = colourType === 4 || (colourType === 3 && transparency) ? 4 : 3
  const pixels = new Uint8Array(width * height * channels)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const sample = raw[colourType === 4 ? pixel * 2 : pixel] ?? 0
    for (let channel = 0; channel < 3; channel += 1) {
      pixels[pixel * channels + channel] = colourType === 3 ? (palette?.[sample * 3 + channel] ?? 0) : sample
    }
    if (channels === 4) {
      pixels[pixel * 4 + 3] = colourType === 4 ? (raw[pixel * 2 + 1] ?? 255) : (transparency?.[sample] ?? 255)
    }
  }
  return { width, height, channels, pixels }
}
