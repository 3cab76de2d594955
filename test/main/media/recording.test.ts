import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hasOneTrack, isPieceOfSound, recordingMime, wantsCut } from '../../../src/main/media/recording.ts'
import { mimeKnown } from '../../../src/shared/media-types.ts'
import { sentType, unopenedSound } from '../../../src/shared/unopened-sound.ts'
import { wav } from '../../fakes/recordings.ts'

const hex = (text: string, rest = ''): Buffer => Buffer.concat([Buffer.from(text, 'hex'), Buffer.from(rest, 'latin1')])
const iso = (brand: string, rest = ''): Buffer => hex('00000020', `ftyp${brand}\0\0\0\0${rest}`)
/** The beginning of a WAV file with this format, or with an extensible one that means it. */
function waveOf(code: number, means = 0): Buffer {
  const head = Buffer.alloc(80)
  head.write('RIFF\0\0\0\0WAVEfmt ', 0, 'latin1')
  head.writeUInt32LE(40, 16)
  head.writeUInt16LE(code, 20)
  head.writeUInt16LE(means, 44)
  return head
}

test.each([
  [wav(0.1), 'audio/wav'],
  [hex('', 'fLaC\0\0\0"'), 'audio/flac'],
  [hex('', 'OggS\0\x02OpusHead'), 'audio/ogg'],
  [hex('', 'OggS\0\x02\x80theora'), 'video/ogg'],
  [iso('M4A '), 'audio/mp4'],
  [iso('isom', 'moovhdlr\0\0\0\0\0\0\0\0vide\0\0\0\0hdlrsoun\0\0\0\0'), 'video/mp4'],
  [iso('isom', 'moovhdlr\0\0\0\0\0\0\0\0soun\0\0\0\0'), 'audio/mp4'],
  [iso('mp42'), 'video/mp4'],
  [iso('qt  '), 'video/quicktime'],
  [hex('1a45dfa3', '\x42\x82\x84webm A_OPUS'), 'audio/webm'],
  [hex('1a45dfa3', '\x42\x82\x84webm V_VP9 A_OPUS'), 'video/webm'],
  [hex('1a45dfa3', '\x42\x82\x88matroska V_MPEG4/ISO/AVC'), 'video/x-matroska'],
  [hex('', '#!AMR\n\x0c'), 'audio/amr'],
  [hex('', '#!AMR-WB\n'), 'audio/amr'],
  [hex('fffb9000'), 'audio/mpeg'],
  [hex('494433040000000000050102030405fffb9000'), 'audio/mpeg'],
  [hex('fff15080'), 'audio/aac'],
  [hex('494433040000000000050102030405fff15080'), 'audio/aac'],
  [hex('4944330400007f7f7f7f'), 'audio/mpeg'],
  [hex('89504e470d0a1a0a'), null],
  [hex('ffd8ffe000104a464946'), null],
  [hex('fffefffe61006200'), null],
  [Buffer.from('RIFF    AVI LIST'), 'video/x-msvideo'],
  [hex('3026b2758e66cf11a6d900aa0062ce6c'), 'audio/x-ms-wma'],
  [hex('3026b2758e66cf11a6d900aa0062ce6c', 'x'.repeat(40)), 'audio/x-ms-wma'],
  [hex('3026b2758e66cf11a6d900aa0062ce6c0000c0ef19bc4d5bcf11a8fd00805f5c442b'), 'video/x-ms-wmv'],
  [hex('', 'FLV\x01\x05'), 'video/x-flv'],
  [hex('000001ba44'), 'video/mpeg'],
  [Buffer.concat(Array.from({ length: 4 }, () => hex('47', '\0'.repeat(187)))), 'video/mp2t'],
  [Buffer.concat(Array.from({ length: 4 }, () => hex('0000000047', '\0'.repeat(187)))), 'video/mp2t'],
  [hex('47494638'), null],
  [hex('', 'OggS\0\x02\x7fFLAC\x01'), 'audio/x-oggflac'],
  [hex('', 'OggS\0\x02Speex   1.2'), 'audio/x-speex'],
  [hex('', 'FORM\0\0\0\0AIFFCOMM'), 'audio/aiff'],
  [hex('', `FORM\0\0\0\0AIFCCOMM\0\0\0\x18${'x'.repeat(18)}sowt`), 'audio/aiff'],
  [hex('', `FORM\0\0\0\0AIFCCOMM\0\0\0\x18${'x'.repeat(18)}ima4`), 'audio/x-coded-aiff'],
  [hex('', `caff\0\x01\0\0desc${'\0'.repeat(16)}lpcm`), 'audio/x-caf'],
  [hex('', `caff\0\x01\0\0desc${'\0'.repeat(16)}alac`), 'audio/x-coded-caf'],
  [hex('', '.snd\0\0\0\x18'), 'audio/basic'],
  [waveOf(0x0002), 'audio/x-adpcm-wav'],
  [waveOf(0x0011), 'audio/x-adpcm-wav'],
  [waveOf(0x0031), 'audio/x-gsm-wav'],
  [waveOf(0x0055), 'audio/x-coded-wav'],
  [waveOf(0x0007), 'audio/wav'],
  [waveOf(0xfffe, 0x0003), 'audio/wav'],
  [waveOf(0xfffe, 0x0031), 'audio/x-gsm-wav'],
  [hex('', '\x02#!SILK_V3'), 'audio/silk'],
  [hex('', '\x03ds2'), 'audio/x-dss'],
  [hex('', '.RMF'), 'audio/vnd.rn-realmedia'],
  [hex('0b770000'), 'audio/ac3'],
  [hex('', 'wvpk'), 'audio/x-wavpack'],
  [hex('', 'MThd'), null],
  [hex('', 'MAC \x96\x0f\0\0'), 'audio/x-ape'],
  [hex('', 'MACF\x6c\x27\0\0'), null],
  [hex('', 'MACF\x06\x27\0\0'), 'audio/x-ape'],
  [hex('', 'MP+\x07\x20\0\0'), 'audio/x-musepack'],
  [hex('', 'DSD \x1c\0\0\0\0\0\0\0'), 'audio/x-dsf'],
  [hex('', 'TTA1\x01\0\x02\0'), 'audio/x-tta'],
  [hex('', 'ADIF\x0c\0\0\x01'), 'audio/aac'],
  [Buffer.from('words'), null],
  [Buffer.alloc(0), null],
])('case %#: %s is %s', (head, mime) => {
  expect(recordingMime(head)).toBe(mime)
})

test.each([
  'MAC addresses of the office',
  'MAC 地址表',
  'MP+ notes about packs',
  'MP+7 is next',
  'DSD Recordings list',
  'ADIF log export',
  'FRM8 and other forms',
  'TTA1 notes',
  'caffeine and sleep',
  'ID3 tags explained',
  'OggS pages explained',
  'fLaC is lossless',
  '.snd files of the game',
  '#!AMR notes',
])('a text that begins with "%s" is not sound', (words) => {
  expect(recordingMime(Buffer.from(words.padEnd(300, ' and more')))).toBeNull()
})

test('films, and types that the endpoint refuses, are sent as WAV', () => {
  const kinds = ['audio/wav', 'audio/mpeg', 'audio/aac', 'video/mp4', 'video/x-matroska', 'video/mp2t', 'audio/aiff']
  expect(kinds.map(wantsCut)).toEqual([false, false, true, true, true, true, true])
})

test('a file that no page can open is sent unchanged, under its own type', () => {
  const kinds = ['audio/amr', 'audio/x-ms-wma', 'video/x-msvideo', 'audio/x-gsm-wav', 'audio/x-oggflac']
  expect(kinds.map(wantsCut)).toEqual([false, false, false, false, false])
  expect(kinds.map((kind) => mimeKnown(kind) && unopenedSound(kind) !== null)).toEqual([true, true, true, true, true])
  expect(kinds.map(sentType)).toEqual(['audio/amr', 'audio/x-ms-wma', 'video/x-msvideo', 'audio/wav', 'audio/ogg'])
})

test('only one kind of WAV is accepted for a piece', () => {
  expect([wav(0.1), wav(0.1, 1, 8000), Buffer.alloc(100), wav(0.1).subarray(0, 30)].map(isPieceOfSound)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

describe('one sound track', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-tracks-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const isOne = async (bytes: Uint8Array, mime = 'audio/mp4'): Promise<boolean> => {
    const path = join(folder, 'file')
    writeFileSync(path, bytes)
    return await hasOneTrack(path, mime)
  }
  const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../fixtures/sound', name))
  const index = (content: string, size = content.length + 8): Buffer => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(size)
    return Buffer.concat([head, Buffer.from(`moov${content}`, 'latin1')])
  }
  const track = 'hdlr\0\0\0\0\0\0\0\0soun\0\0\0\0'

  test('a single sound track is detected in the pages that begin an Ogg file', async () => {
    const page = (stream: number, flags: number) => {
      const head = Buffer.alloc(27 + 1 + 30)
      head.write('OggS', 0, 'latin1')
      head[5] = flags
      head.writeUInt32LE(stream, 14)
      head[26] = 1
      head[27] = 30
      return head
    }
    const isOneOgg = (...pages: readonly Buffer[]) => isOne(Buffer.concat(pages), 'audio/ogg')
    expect(await isOneOgg(page(1, 2), page(1, 0), page(1, 4))).toBe(true)
    expect(await isOneOgg(page(1, 2), page(2, 2), page(1, 0))).toBe(false)
    for (const name of ['talk.ogg', 'talk.opus']) expect(await isOne(fixture(name), 'audio/ogg')).toBe(true)
  })

  test('a single sound track is detected in the index of an MP4, wherever it is', async () => {
    expect(await isOne(fixture('talk.m4a'))).toBe(true)
    expect(await isOne(Buffer.concat([Buffer.alloc(3_000_000), index(track)]))).toBe(true)
    expect(await isOne(index(track + track))).toBe(false)
    // an index that is not wholly there may hold more
    expect(await isOne(index(track, 5_000_000))).toBe(false)
    expect(await isOne(Buffer.alloc(100))).toBe(false)
  })

  test("a single sound track is detected in WebM's codecs, and certain only in WAV, FLAC, Ogg and MP3", async () => {
    expect(await isOne(fixture('talk.webm'), 'audio/webm')).toBe(true)
    expect(await isOne(Buffer.from('A_OPUS A_OPUS'), 'audio/webm')).toBe(false)
    expect(await isOne(fixture('talk.flac'), 'audio/flac')).toBe(true)
    expect(await isOne(fixture('tracks.mkv'), 'audio/x-matroska')).toBe(false)
  })
})
