/** Speech for the cutter: noise in words with pauses between, and silence at `pauses` (in s). */
export function speech(
  seconds: number,
  pauses: readonly (readonly [number, number])[],
  random: () => number,
  rate = 16_000,
): Float32Array {
  const samples = new Float32Array(Math.round(seconds * rate))
  for (let at = 0; at < samples.length; at += 1) {
    const time = at / rate
    const quiet = pauses.some(([from, to]) => time >= from && time < to)
    samples[at] = (random() * 2 - 1) * (quiet ? 0.002 : 0.3)
  }
  return samples
}

export function asInt16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (value) => Math.round(value * 32_767))
}
