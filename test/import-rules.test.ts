import { describe, expect, test } from 'vitest'
import { type Importing, importCircles, layerOffenders } from './import-rules.ts'

/** A made-up file set: `{ a: 'b c' }` means that a imports b and c. */
function fileSet(imports: Readonly<Record<string, string>>): readonly Importing[] {
  return Object.entries(imports).map(([path, names]) => ({ path, own: names.split(' ').filter(Boolean) }))
}

describe('import circles', () => {
  test('of two files are reported with their path', () => {
    expect(importCircles(fileSet({ a: 'b', b: 'a', c: 'a' }))).toEqual(['a -> b -> a'])
  })

  test('are reported by their shortest path, without what only leads to or away from them', () => {
    const files = fileSet({ start: 'a', a: 'b long', long: 'longer', longer: 'b', b: 'c end', c: 'a', end: '' })
    expect(importCircles(files)).toEqual(['a -> b -> c -> a'])
  })

  test('that have nothing in common are each reported', () => {
    expect(importCircles(fileSet({ a: 'b', b: 'a x', x: 'y', y: 'z', z: 'x' }))).toEqual([
      'a -> b -> a',
      'x -> y -> z -> x',
    ])
  })

  test('of one file are reported', () => {
    expect(importCircles(fileSet({ a: 'a', b: 'a' }))).toEqual(['a -> a'])
  })

  test('are not seen where several ways lead to one file', () => {
    expect(importCircles(fileSet({ a: 'b c', b: 'd', c: 'b d', d: 'e', e: '' }))).toEqual([])
  })

  test('leave out files that are not in the list', () => {
    expect(importCircles(fileSet({ a: 'outside b', b: 'outside' }))).toEqual([])
  })

  test('are found in a chain of 20,000 files', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => [`f${index}`, `f${(index + 1) % 20_000}`] as const)
    const circles = importCircles(fileSet(Object.fromEntries(chain)))
    expect(circles.map((path) => path.split(' -> ').length)).toEqual([20_001])
  })
})

describe('layers', () => {
  const layers = [
    { holds: ['page/low/'], mayImport: ['shared/', 'page/low/'] },
    { holds: ['page/high/', 'page/main.ts'], mayImport: ['shared/', 'page/'] },
  ]

  test('may import from below', () => {
    const files = fileSet({
      'page/low/a': 'shared/x page/low/b',
      'page/high/c': 'page/low/a',
      'page/main.ts': 'page/high/c',
    })
    expect(layerOffenders(files, 'page/', layers)).toEqual([])
  })

  test('may not import from above', () => {
    const files = fileSet({ 'page/low/a': 'page/high/c shared/x', 'main/z': 'page/high/c' })
    expect(layerOffenders(files, 'page/', layers)).toEqual(['page/low/a: page/high/c'])
  })

  test('hold every file of the folder', () => {
    expect(layerOffenders(fileSet({ 'page/other.ts': '' }), 'page/', layers)).toEqual(['page/other.ts: is in no layer'])
  })
})
