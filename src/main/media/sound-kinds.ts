/** Codes of WAV formats. https://www.iana.org/assignments/wave-avi-codec-registry */
const [pcm, float, aLaw, muLaw, gsm, extensible] = [0x0001, 0x0003, 0x0006, 0x0007, 0x0031, 0xfffe]
/** ADPCM of Microsoft, IMA (DVI), Yamaha, G.726 and others. */
const adpcm: ReadonlySet<number> = new Set([0x0002, 0x0010, 0x0011, 0x0014, 0x0020, 0x0040, 0x0045, 0x0064, 0x0069])
const uncompressed: ReadonlySet<number> = new Set([pcm, float, aLaw, muLaw])

/** Returns the content type of WAV, AIFF, CAF and AU by their content; null for anything else. */
export function uncompressedMime(bytes: Buffer): string | null {
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to)
  const kind = text(8, 12)
  if (/^(RIFF|RIFX|RF64|BW64)$/.test(text(0, 4)) && kind === 'WAVE') return waveMime(bytes)
  if (text(0, 4) === 'FORM' && kind === 'AIFF') return 'audio/aiff'
  if (text(0, 4) === 'FORM' && kind === 'AIFC')
    return /^(NONE|none|twos|sowt|raw |in24|in32|fl32|FL32|fl64|FL64|alaw|ALAW|ulaw|ULAW)$/.test(aifcCodec(bytes))
      ? 'audio/aiff'
      : 'audio/x-coded-aiff'
  if (text(0, 6) === 'caff\0\x01')
    return /^(lpcm|alaw|ulaw)$/.test(cafCodec(bytes)) ? 'audio/x-caf' : 'audio/x-coded-caf'
  return text(0, 5) === '.snd\0' ? 'audio/basic' : null
}

function waveMime(bytes: Buffer): string {
  const format = bytes.indexOf('fmt ', 12, 'latin1')
  if (format < 0 || format + 10 > bytes.length) return 'audio/wav'
  const isBigEndian = bytes.toString('latin1', 0, 4) === 'RIFX'
  const codeAt = (at: number): number =>
    at + 2 > bytes.length ? pcm : isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at)
  const stated = codeAt(format + 8)
  // the actual code is at the beginning of the sub-format
  const code = stated === extensible ? codeAt(format + 32) : stated
  if (uncompressed.has(code)) return 'audio/wav'
  if (code === gsm) return 'audio/x-gsm-wav'
  return adpcm.has(code) ? 'audio/x-adpcm-wav' : 'audio/x-coded-wav'
}

function aifcCodec(bytes: Buffer): string {
  const common = bytes.indexOf('COMM', 12, 'latin1')
  return common < 0 ? 'NONE' : bytes.toString('latin1', common + 26, common + 30)
}

function cafCodec(bytes: Buffer): string {
  const description = bytes.indexOf('desc', 8, 'latin1')
  return description < 0 ? 'lpcm' : bytes.toString('latin1', description + 20, description + 24)
}

/** Signatures at the beginning of files, in Latin-1, with more of the header where the word also occurs in texts. */
const signatures = [
  ['FLV\x01', 'video/x-flv'],
  ['\x00\x00\x01\xba', 'video/mpeg'],
  ['#!AMR\n', 'audio/amr'],
  ['#!AMR-WB', 'audio/amr'],
  ['#!AMR_MC', 'audio/amr'],
  ['\x0b\x77', 'audio/ac3'],
  ['\x7f\xfe\x80\x01', 'audio/vnd.dts'],
  ['wvpk', 'audio/x-wavpack'],
  ['MPCK', 'audio/x-musepack'],
  ['MP+\x07', 'audio/x-musepack'],
  ['MP+\x17', 'audio/x-musepack'],
  ['TTA1\x01\x00', 'audio/x-tta'],
  ['TTA1\x02\x00', 'audio/x-tta'],
  ['DSD \x1c\x00', 'audio/x-dsf'],
  ['FRM8\x00', 'audio/x-dsf'],
  ['\x02dss', 'audio/x-dss'],
  ['\x03dss', 'audio/x-dss'],
  ['\x03ds2', 'audio/x-dss'],
  ['\x06ds2', 'audio/x-dss'],
  ['.RMF', 'audio/vnd.rn-realmedia'],
  ['.ra\xfd', 'audio/vnd.rn-realmedia'],
  ['#!SILK_V3', 'audio/silk'],
  // as WeChat and QQ write it
  ['\x02#!SILK_V3', 'audio/silk'],
  ['riff\x2e\x91\xcf\x11', 'audio/x-wave64'],
  ['fLaC\x00', 'audio/flac'],
  ['fLaC\x80', 'audio/flac'],
] as const

/** The header object of ASF (WMA, WMV), and its type of a video stream. */
const asf = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')
const asfVideo = Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex')

/** Returns the content type of other recordings with a signature; null for anything else. */
export function olderSoundMime(bytes: Buffer): string | null {
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to)
  if (bytes.subarray(0, 16).equals(asf)) return bytes.includes(asfVideo) ? 'video/x-ms-wmv' : 'audio/x-ms-wma'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'AVI ') return 'video/x-msvideo'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'QLCM') return 'audio/qcelp'
  const head = text(0, 12)
  const found = signatures.find(([signature]) => head.startsWith(signature))
  if (found !== undefined) return found[1]
  // followed by a version from 3.00 to 9.99
  if (/^MAC[ F]/.test(head) && bytes.length >= 6 && inRange(bytes.readUInt16LE(4), 3000, 9999)) return 'audio/x-ape'
  // its header has no fixed bytes, but is not text
  if (head.startsWith('ADIF') && !isText(text(4, 24))) return 'audio/aac'
  return isTransportStream(bytes) ? 'video/mp2t' : null
}

function inRange(value: number, from: number, to: number): boolean {
  return value >= from && value <= to
}

function isText(text: string): boolean {
  return !/[^\t\n\r\x20-\xff]/.test(text)
}

/** Returns true for MPEG-TS: packets of 188 bytes that begin with 0x47, on discs after a time of four bytes. */
function isTransportStream(bytes: Buffer): boolean {
  return [
    [0, 188],
    [4, 192],
  ].some(([from = 0, step = 188]) => [0, 1, 2, 3].every((packet) => bytes[from + packet * step] === 0x47))
}
