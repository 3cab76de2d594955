import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { placePath } from '../../../../src/main/places/place.ts'
import {
  bytesToLines,
  isWhole,
  linesToBytes,
  placedName,
  readPlacedName,
} from '../../../../src/main/services/sync/place-file.ts'
import { Choices } from '../../../fakes/seeded-random.ts'

const writer = '11111111-2222-4333-8444-555555555555'

test('a file of lines is read as it was written, and its name is one of a place', async () => {
  for (const lines of [[], ['{"a":1}'], ['{"text":"渡口"}', '{"text":"\\n"}']]) {
    const body = await linesToBytes(lines)
    const placed = placedName(writer, 3, 2 + lines.length, body)
    expect(placePath('heads', placed.name)).toBe(`heads/${placed.name}`)
    expect(readPlacedName(placed.name)).toEqual(placed)
    expect(isWhole(placed, body)).toBe(true)
    expect(await bytesToLines(body)).toEqual(lines)
  }
})

test('every cut and every flipped bit of a file shows', async () => {
  const body = await linesToBytes(['{"text":"a harbour at night"}', '{"text":"渡口"}'])
  const placed = placedName(writer, 1, 2, body)
  const choices = new Choices(20261201)
  for (let at = 0; at < body.length; at += 1) {
    expect(isWhole(placed, body.slice(0, at))).toBe(false)
    const flipped = new Uint8Array(body)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << choices.below(8))
    expect(isWhole(placed, flipped)).toBe(false)
  }
})

test('names that Atelier does not give are none', () => {
  const { name } = placedName(writer, 1, 2, new Uint8Array(9))
  const strange = [
    '',
    'notes.txt',
    '.DS_Store',
    `${name}.part`,
    `${name} (2)`,
    name.replace('.1-2.', '.9-2.'),
    name.toUpperCase(),
  ]
  expect(strange.filter((one) => readPlacedName(one) !== null)).toEqual([])
})

test('what is no file of lines is refused, also one that would fill the memory', async () => {
  const bomb = deflateRawSync(Buffer.alloc(129 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(300_000)
  for (const body of [new Uint8Array([1, 2, 3]), new Uint8Array(deflateRawSync(Buffer.from([0xff, 0xfe]))), bomb])
    expect(await bytesToLines(body)).toBeNull()
})
