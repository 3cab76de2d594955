import Vips from 'wasm-vips'

type Format = 'png' | 'jpeg'

let starting: Promise<typeof Vips> | null = null

/** libvips with its SVG reader, which the app leaves out. */
async function started(): Promise<typeof Vips> {
  starting ??= Vips({ dynamicLibraries: ['vips-resvg.wasm'] })
  return await starting
}

/** Renders an SVG to a picture file, at the size the SVG states. */
export async function drawn(svg: string, format: Format): Promise<Buffer> {
  const vips = await started()
  const image = vips.Image.svgloadBuffer(Buffer.from(svg))
  const flat = format === 'jpeg' ? image.flatten() : image.copy()
  try {
    return encoded(flat, format)
  } finally {
    image.delete()
    flat.delete()
  }
}

/** Encodes these pixels to a file: three channels, or four with alpha. */
export async function pictureOf(
  pixels: Uint8Array,
  size: { readonly width: number; readonly height: number; readonly channels: 3 | 4 },
  format: Format,
): Promise<Buffer> {
  const vips = await started()
  const bare = vips.Image.newFromMemory(pixels, size.width, size.height, size.channels, vips.BandFormat.uchar)
  const image = bare.copy({ interpretation: 'srgb' })
  try {
    return encoded(image, format)
  } finally {
    image.delete()
    bare.delete()
  }
}

/** Red, green, blue and alpha of every pixel of a file, row by row. */
export async function rgbaOf(
  file: Uint8Array,
): Promise<{ readonly width: number; readonly height: number; readonly data: Buffer }> {
  const vips = await started()
  const image = vips.Image.newFromBuffer(file)
  const colours = image.colourspace('srgb')
  const clear = colours.hasAlpha() ? colours.copy() : colours.addalpha()
  try {
    return { width: image.width, height: image.height, data: Buffer.from(clear.writeToMemory()) }
  } finally {
    for (const made of [image, colours, clear]) made.delete()
  }
}

function encoded(image: Vips.Image, format: Format): Buffer {
  return Buffer.from(format === 'png' ? image.pngsaveBuffer() : image.jpegsaveBuffer({ Q: 80 }))
}
