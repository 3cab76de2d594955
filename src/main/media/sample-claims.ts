/** Ten hours at 60 frames a second. */
const samplesMax = 2_160_000

/** ISO/IEC 14496-12: 8.6.1.2 and 8.6.1.3 (sample runs), 8.7.4 (chunks), 8.7.3.3 and 8.8.8 (sample counts). */
const tables = {
  runs: ['stts', 'ctts'],
  chunks: ['stsc'],
  counts: ['trun', 'stz2'],
} as const

/**
 * Returns true if the index of an MP4 (a `moov` or a `moof`) claims few enough samples to fit in memory; a few bytes
 * can claim billions. Tables are found by name, anywhere a reader may look for them.
 */
export function claimsFewSamples(index: Buffer): boolean {
  const starts = placesOf(index, 'trak')
  const tracks = [0, ...starts].map((start, number) => index.subarray(start, starts[number] ?? index.length))
  return tracks.every((track) => {
    // without composition times the reader does not expand the runs, and a second of PCM may claim 48,000 samples
    const isUnfolded = track.includes('ctts', 0, 'latin1')
    const claimed = [
      ...(isUnfolded ? tables.runs.map((name) => sumOf(track, name, runsOf)) : []),
      ...tables.chunks.map((name) => sumOf(track, name, lastChunkOf)),
      ...tables.counts.map((name) => sumOf(track, name, (at) => numberAt(track, at + (name === 'stz2' ? 12 : 8)))),
    ]
    return claimed.every((samples) => samples <= samplesMax)
  })
}

function sumOf(track: Buffer, name: string, claimOf: (at: number, track: Buffer) => number): number {
  return placesOf(track, name).reduce((sum, at) => sum + claimOf(at, track), 0)
}

/** Returns the sum of the counts in a table of runs, which holds pairs of count and time. */
function runsOf(at: number, track: Buffer): number {
  const entries = numberAt(track, at + 8)
  let sum = 0
  for (let entry = 0; entry < entries && at + 12 + entry * 8 + 8 <= track.length; entry += 1)
    sum += numberAt(track, at + 12 + entry * 8)
  return sum
}

/** Returns the highest chunk number in a chunk table, which holds triples that begin with a chunk number. */
function lastChunkOf(at: number, track: Buffer): number {
  const entries = numberAt(track, at + 8)
  let highest = 0
  for (let entry = 0; entry < entries && at + 12 + entry * 12 + 12 <= track.length; entry += 1)
    highest = Math.max(highest, numberAt(track, at + 12 + entry * 12))
  return highest
}

function numberAt(bytes: Buffer, at: number): number {
  return at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0
}

function placesOf(bytes: Buffer, name: string): readonly number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(name, 0, 'latin1'); at >= 0; at = bytes.indexOf(name, at + 4, 'latin1')) places.push(at)
  return places
}
