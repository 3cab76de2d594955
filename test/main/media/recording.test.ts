import { expect, test } from 'vitest'
import { isPieceOfSound, recordingMime, wantsCut } from '../../../src/main/media/recording.ts'
import { wav } from '../../fakes/recordings.ts'

const hex = (text: string, rest = ''): Buffer => Buffer.concat([Buffer.from(text, 'hex'), Buffer.from(rest, 'latin1')])
const iso = (brand: string, rest = ''): Buffer => hex('00000020', `ftyp${brand}\0\0\0\0${rest}`)

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
  [Buffer.from('RIFF    AVI LIST'), null],
  [Buffer.from('words'), null],
  [Buffer.alloc(0), null],
])('case %#: %s is %s', (head, mime) => {
  expect(recordingMime(head)).toBe(mime)
})

test('films and what the endpoint does not take are sent as WAV', () => {
  const kinds = ['audio/wav', 'audio/mpeg', 'audio/amr', 'audio/aac', 'video/mp4', 'video/x-matroska']
  expect(kinds.map(wantsCut)).toEqual([false, false, false, true, true, true])
})

test('a piece is WAV of one kind only', () => {
  expect([wav(0.1), wav(0.1, 1, 8000), Buffer.alloc(100), wav(0.1).subarray(0, 30)].map(isPieceOfSound)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
