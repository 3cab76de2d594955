/** Minimum number of bits of a vector. Fewer approximate angles too roughly to find the nearest among many. */
const bitsMin = 1_024

/**
 * Returns the signs of a vector's numbers as bits. A short vector adds the signs of rotated copies of itself until
 * there are 1,024. The number of differing bits of two vectors approximates their angle, more precisely with more bits.
 */
export function signsOf(vector: Float32Array): Uint8Array {
  const { bytes, rotations } = layoutOf(vector.length)
  const signs = new Uint8Array(bytes)
  put(signs, 0, vector)
  let at = Math.ceil(vector.length / 8)
  for (const [first, second] of rotations) {
    const rotated = new Float32Array(first.length)
    for (const [index, value] of vector.entries()) rotated[index] = value * (first[index] ?? 1)
    transform(rotated)
    for (const [index, value] of rotated.entries()) rotated[index] = value * (second[index] ?? 1)
    transform(rotated)
    put(signs, at, rotated)
    at += rotated.length / 8
  }
  return signs
}

function put(signs: Uint8Array, from: number, values: Float32Array): void {
  for (const [index, value] of values.entries())
    if (value > 0) signs[from + (index >> 3)] = (signs[from + (index >> 3)] ?? 0) | (1 << (index & 7))
}

interface Layout {
  readonly bytes: number
  /** Two lists of random signs for each rotated copy. */
  readonly rotations: readonly (readonly [Float32Array, Float32Array])[]
}

const layouts = new Map<number, Layout>()

/**
 * Returns the layout for a dimension. It depends only on the dimension and never changes, because stored signs are
 * compared with later ones.
 */
function layoutOf(dimension: number): Layout {
  const known = layouts.get(dimension)
  if (known !== undefined) return known
  const own = Math.ceil(dimension / 8)
  const size = Math.max(8, 2 ** Math.ceil(Math.log2(dimension)))
  const copies = Math.max(0, Math.ceil((bitsMin - own * 8) / size))
  const rotations = Array.from(
    { length: copies },
    (_, copy) => [randomSigns(size, 2 * copy + 1), randomSigns(size, 2 * copy + 2)] as const,
  )
  const layout = { bytes: own + (copies * size) / 8, rotations }
  layouts.set(dimension, layout)
  return layout
}

/** Returns reproducible random signs (mulberry32). */
function randomSigns(length: number, seed: number): Float32Array {
  let state = seed
  return Float32Array.from({ length }, () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) & 1 ? 1 : -1
  })
}

/**
 * Applies the Walsh-Hadamard transform in place: with random signs before it, a rotation. The length is a power of two.
 */
function transform(values: Float32Array): void {
  for (let half = 1; half < values.length; half *= 2)
    for (let from = 0; from < values.length; from += 2 * half)
      for (let index = from; index < from + half; index += 1) {
        const [one, other] = [values[index] ?? 0, values[index + half] ?? 0]
        values[index] = one + other
        values[index + half] = one - other
      }
}
