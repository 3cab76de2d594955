/** What pieces are made of: mono, 16,000 samples a second, 16 bits each. Speech needs no more. */
export const sampleRate = 16_000

/** Bytes of one second of a piece. */
export const bytesPerSecond = sampleRate * 2

const headerBytes = 44

/** How many samples a WAV file of so many bytes holds. */
export function samplesIn(bytes: number): number {
  return Math.max(0, Math.floor((bytes - headerBytes) / 2))
}

/**
 * A WAV file of these samples (RIFF, PCM; little endian as every machine that runs a browser). The blob has its own copy,
 * outside the page's memory.
 */
export function wavOf(samples: Int16Array<ArrayBuffer>): Blob {
  const bytes = samples.length * 2
  const header = new ArrayBuffer(headerBytes)
  const view = new DataView(header)
  const words = (at: number, text: string): void => {
    for (let index = 0; index < text.length; index += 1) view.setUint8(at + index, text.charCodeAt(index))
  }
  words(0, 'RIFF')
  view.setUint32(4, headerBytes - 8 + bytes, true)
  words(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, bytesPerSecond, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  words(36, 'data')
  view.setUint32(40, bytes, true)
  return new Blob([header, samples], { type: 'audio/wav' })
}
