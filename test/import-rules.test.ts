import { describe, expect, test } from 'vitest'
import { type Importing, importCircles, layerOffenders } from './import-rules.ts'

/** A made-up file set: `{ a: 'b c' }` means that a imports b and c. */
function fileSet(imports: Readonly<Record<string, string>>): readonly Importing[] {
  return Object.entries(imports).map(([path, names]) => ({ path, own: names.split(' ').filter(Boolean) }))
}

describe('the check for import circles', () => {
  test('reports a circle of two files with its path', () => {
    expect(importCircles(fileSet({ a: 'b', b: 'a', c: 'a' }))).toEqual(['a -> b -> a'])
  })

  test('reports a circle by its shortest path, without files that only lead to or from it', () => {
    const files = fileSet({ start: 'a', a: 'b long', long: 'longer', longer: 'b', b: 'c end', c: 'a', end: '' })
    expect(importCircles(files)).toEqual(['a -> b -> c -> a'])
  })

  test('reports each of two separate circles', () => {
    expect(importCircles(fileSet({ a: 'b', b: 'a x', x: 'y', y: 'z', z: 'x' }))).toEqual([
      'a -> b -> a',
      'x -> y -> z -> x',
    ])
  })

  test('reports a file that imports itself', () => {
    expect(importCircles(fileSet({ a: 'a', b: 'a' }))).toEqual(['a -> a'])
  })

  test('reports no circle if several paths lead to one file', () => {
    expect(importCircles(fileSet({ a: 'b c', b: 'd', c: 'b d', d: 'e', e: '' }))).toEqual([])
  })

  test('ignores imported files that are not in the list', () => {
    expect(importCircles(fileSet({ a: 'outside b', b: 'outside' }))).toEqual([])
  })

  test('finds a circle of 20,000 files', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => [`f${index}`, `f${(index + 1) % 20_000}`] as const)
    const circles = importCircles(fileSet(Object.fromEntries(chain)))
    expect(circles.map((path) => path.split(' -> ').length)).toEqual([20_001])
  })
})

describe('the check for layers', () => {
  const layers = [
    { holds: ['page/low/'], mayImport: ['shared/', 'page/low/'] },
    { holds: ['page/high/', 'page/main.ts'], mayImport: ['shared/', 'page/'] },
  ]

  test('a layer may import from below', () => {
    const files = fileSet({
      'page/low/a': 'shared/x page/low/b',
      'page/high/c': 'page/low/a',
      'page/main.ts': 'page/high/c',
    })
    expect(layerOffenders(files, 'page/', layers)).toEqual([])
  })

  test('a layer may not import from above', () => {
    const files = fileSet({ 'page/low/a': 'page/high/c shared/x', 'main/z': 'page/high/c' })
    expect(layerOffenders(files, 'page/', layers)).toEqual(['page/low/a: page/high/c'])
  })

  test('the rules apply to every file of the folder', () => {
    expect(layerOffenders(fileSet({ 'page/other.ts': '' }), 'page/', layers)).toEqual(['page/other.ts: is in no layer'])
  })
})
