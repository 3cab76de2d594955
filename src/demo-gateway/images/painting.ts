import { between, createRandom, hashText, pick, type Random } from '../random.ts'
import { type Raster, yieldEvery } from './raster.ts'

type Colour = readonly [red: number, green: number, blue: number]

interface Palette {
  readonly skyTop: Colour
  readonly skyBottom: Colour
  readonly sun: Colour
  readonly far: Colour
  readonly near: Colour
}

const palettes: readonly Palette[] = [
  { skyTop: [243, 222, 196], skyBottom: [250, 240, 224], sun: [200, 69, 47], far: [226, 172, 132], near: [96, 48, 38] },
  {
    skyTop: [236, 196, 160],
    skyBottom: [252, 232, 206],
    sun: [224, 104, 62],
    far: [214, 140, 104],
    near: [72, 40, 42],
  },
  { skyTop: [214, 206, 190], skyBottom: [247, 236, 218], sun: [190, 72, 56], far: [190, 168, 140], near: [58, 52, 48] },
  {
    skyTop: [246, 206, 178],
    skyBottom: [254, 240, 214],
    sun: [236, 148, 70],
    far: [222, 150, 130],
    near: [110, 44, 52],
  },
]
const night: Palette = {
  skyTop: [34, 28, 38],
  skyBottom: [110, 66, 62],
  sun: [246, 226, 190],
  far: [92, 58, 60],
  near: [22, 16, 20],
}

interface Ridge {
  readonly base: number
  readonly colour: Colour
  readonly waves: readonly { readonly height: number; readonly frequency: number; readonly phase: number }[]
}

/**
 * Paints a landscape under a sun. Equal prompts and seeds give equal pictures; any other pair gives a different one.
 */
export async function paint(width: number, height: number, prompt: string, seed: number): Promise<Raster> {
  const random = createRandom(hashText(prompt, seed))
  const palette = /\bnight\b|\bdark\b|\bmoon\b|夜|月/i.test(prompt) ? night : pick(random, palettes)
  const ridges = layOutRidges(random, palette)
  const sun = { x: 0.2 + random() * 0.6, y: 0.18 + random() * 0.25, radius: 0.07 + random() * 0.09 }
  const pixels = new Uint8Array(width * height * 3)
  const short = Math.min(width, height)
  const lines = ridges.map((ridge) => ridgeLine(ridge, width, height))
  const rest = yieldEvery()
  for (let y = 0; y < height; y += 1) {
    const sky = mix(palette.skyTop, palette.skyBottom, Math.min(1, (y / height) * 1.5))
    for (let x = 0; x < width; x += 1) {
      const distance = Math.hypot(x - sun.x * width, y - sun.y * height) / short
      let [red, green, blue] = sky
      // A disc with a soft rim and a glow that fades out around it.
      const glow = Math.max(0, 1 - distance / (sun.radius * 5)) ** 2 * 0.35
      const light = Math.max(glow, Math.min(1, Math.max(0, (sun.radius - distance) * short * 0.5)))
      red += (palette.sun[0] - red) * light
      green += (palette.sun[1] - green) * light
      blue += (palette.sun[2] - blue) * light
      for (let index = 0; index < ridges.length; index += 1) {
        const line = lines[index]?.[x] ?? height
        const cover = Math.min(1, Math.max(0, y - line))
        if (cover === 0) continue
        const colour = ridges[index]?.colour ?? palette.near
        // Mist gathers at the foot of each ridge.
        const mist = Math.min(0.35, ((y - line) / height) * 1.2)
        red += (colour[0] + (palette.skyBottom[0] - colour[0]) * mist - red) * cover
        green += (colour[1] + (palette.skyBottom[1] - colour[1]) * mist - green) * cover
        blue += (colour[2] + (palette.skyBottom[2] - colour[2]) * mist - blue) * cover
      }
      const at = (y * width + x) * 3
      pixels[at] = red
      pixels[at + 1] = green
      pixels[at + 2] = blue
    }
    await rest()
  }
  return { width, height, channels: 3, pixels }
}

function layOutRidges(random: Random, palette: Palette): Ridge[] {
  const count = between(random, 3, 5)
  return Array.from({ length: count }, (_, index) => ({
    base: 0.48 + (index / count) * 0.46,
    colour: mix(palette.far, palette.near, count === 1 ? 1 : index / (count - 1)),
    waves: Array.from({ length: 3 }, (__, wave) => ({
      height: (0.07 + random() * 0.05) / (wave + 1) ** 1.4,
      frequency: (0.7 + random() * 1.2) * 2 ** wave,
      phase: random() * Math.PI * 2,
    })),
  }))
}

function ridgeLine(ridge: Ridge, width: number, height: number): Float64Array {
  return Float64Array.from({ length: width }, (_, x) => {
    const swing = ridge.waves.reduce(
      (sum, wave) => sum + wave.height * Math.sin((x / width) * wave.frequency * Math.PI * 2 + wave.phase),
      0,
    )
    return (ridge.base + swing) * height
  })
}

function mix(from: Colour, to: Colour, share: number): Colour {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share]
}
