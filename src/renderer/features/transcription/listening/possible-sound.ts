/** Plausible sample rates, in samples a second. Others mean damage, and converting them would take gigabytes. */
const [rateMin, rateMax] = [1_000, 768_000]
const channelsMax = 64

/** Returns true if decoded sound has a plausible sample rate and number of channels. */
export function isPossibleSound({
  numberOfChannels,
  sampleRate,
}: {
  readonly numberOfChannels: number
  readonly sampleRate: number
}): boolean {
  return sampleRate >= rateMin && sampleRate <= rateMax && numberOfChannels >= 1 && numberOfChannels <= channelsMax
}
