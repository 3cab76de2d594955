import { expect, test } from 'vitest'
import { gradient } from '../../fakes/hostile-pictures.ts'
import { verdictOn } from '../../fakes/picture-check.ts'
import { PictureFuzz } from '../../fakes/picture-fuzz.ts'

const seed = Number(process.env.PICTURE_SEED ?? 20261122)

test(`every mutated picture is decoded or refused (seed ${seed})`, async () => {
  const fuzz = await PictureFuzz.of(seed)
  const whole = await gradient(60, 40, true).png().toBuffer()
  for (let number = 1; number <= 200; number += 1) {
    const { name, bytes } = fuzz.next()
    const { problem } = await verdictOn(bytes, whole)
    expect(problem, `picture ${number}, ${name}: ${bytes.toString('base64').slice(0, 1_000)}`).toBeNull()
  }
})
