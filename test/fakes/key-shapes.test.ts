import { expect, test } from 'vitest'
import { shapesIn, shapesOf } from './key-shapes.ts'

const key = 'sk-canary-Zq7Vw2Xk9Lm4Tn8Rb3Yc6Hd5'

test('a key is found in every encoding', () => {
  for (const [name, shape] of shapesOf(key)) {
    expect(shapesIn(key, Buffer.concat([Buffer.from('before'), shape, Buffer.from('after')]))).toContain(name)
  }
})
