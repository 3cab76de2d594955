import { expect, test } from 'vitest'
import { KeptPictures } from '../../../../src/renderer/components/pictures/kept-pictures.ts'

interface Canvas {
  readonly width: number
  readonly height: number
  close(): void
  readonly closed: () => boolean
}

function canvas(width: number, height: number): Canvas {
  let closed = false
  return {
    width,
    height,
    close: () => {
      closed = true
    },
    closed: () => closed,
  }
}

const square = (url: string, pixels: number) => ({ url, pixels, whole: false })

test('a picture is reused if it has enough pixels: a square crop by its shorter side, a whole one by its longer', () => {
  const kept = new KeptPictures<Canvas>(() => 1_000_000)
  const picture = canvas(300, 200)
  kept.keep('a', picture)
  expect(kept.get(square('a', 200))).toBe(picture)
  expect(kept.get(square('a', 44))).toBe(picture)
  expect(kept.get(square('a', 201))).toBeNull()
  expect(kept.get({ url: 'a', pixels: 300, whole: true })).toBe(picture)
  expect(kept.get({ url: 'a', pixels: 301, whole: true })).toBeNull()
  expect(kept.get(square('b', 1))).toBeNull()
})

test('the least recently used pictures above the limit are closed', () => {
  const kept = new KeptPictures<Canvas>(() => 3 * 10 * 10 * 4)
  const [a, b, c, d] = [canvas(10, 10), canvas(10, 10), canvas(10, 10), canvas(10, 10)]
  for (const [url, picture] of Object.entries({ a, b, c })) kept.keep(url, picture)
  expect(kept.get(square('a', 10))).toBe(a)
  kept.keep('d', d)
  expect([a, b, c, d].map((picture) => picture.closed())).toEqual([false, true, false, false])
  expect(kept.get(square('b', 10))).toBeNull()
  // one larger than the bound evicts all others and itself
  const huge = canvas(100, 100)
  kept.keep('huge', huge)
  expect([a, c, d, huge].every((picture) => picture.closed())).toBe(true)
})

test('each picture is stored once: a newer version replaces the older, and counts once towards the limit', () => {
  const kept = new KeptPictures<Canvas>(() => 10 * 10 * 4)
  const [small, large] = [canvas(5, 5), canvas(10, 10)]
  kept.keep('a', small)
  kept.keep('a', large)
  expect(small.closed()).toBe(true)
  expect(kept.get(square('a', 10))).toBe(large)
  expect(large.closed()).toBe(false)
})
